CREATE INDEX "products_in_order" ON "products" USING btree ("id") WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("user_price","id") WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_price_in_category" ON "products" USING btree ("category","user_price","id") WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree ("search","id") WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_name_in_category" ON "products" USING btree ("category","search","id") WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "words_of_products" ON "products" USING gin (to_tsvector('simple', translate(lower(regexp_replace(normalize("search" || ' ' || "description", NFKD), '[\u0300-\u036f\u064b-\u065f]+', '', 'g')), '’‘“”«»–—…·', '          '))) WHERE "products"."deleted_at" is null;--> statement-breakpoint
-- What is indexed as it is written in no column is known to the planner from here on, not from some later day.
analyze products;
