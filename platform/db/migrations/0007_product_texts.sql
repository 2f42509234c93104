CREATE TABLE "pack_items" (
	"pack_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"place" integer NOT NULL,
	"pieces" integer NOT NULL,
	CONSTRAINT "a_pack_names_a_product_once" PRIMARY KEY("pack_id","product_id"),
	CONSTRAINT "a_pack_is_not_in_itself" CHECK ("pack_items"."pack_id" <> "pack_items"."product_id"),
	CONSTRAINT "a_pack_has_1_to_99_pieces" CHECK ("pack_items"."pieces" between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "product_images" (
	"product_id" integer NOT NULL,
	"place" integer NOT NULL,
	"image" text NOT NULL,
	CONSTRAINT "a_product_has_one_picture_at_a_place" PRIMARY KEY("product_id","place"),
	CONSTRAINT "a_product_has_five_pictures_at_most" CHECK ("product_images"."place" between 2 and 5)
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "benefit" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "usage" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "highlights" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "precautions" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pack_items" ADD CONSTRAINT "pack_items_pack_id_products_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_items" ADD CONSTRAINT "pack_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_image_images_name_fk" FOREIGN KEY ("image") REFERENCES "public"."images"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pack_items_of_a_product" ON "pack_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "product_images_of_a_picture" ON "product_images" USING btree ("image");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "a_benefit_is_one_short_line" CHECK (char_length("products"."benefit") between 1 and 60);--> statement-breakpoint
comment on table pack_items is 'What is in a pack. A list for people: a pack has a stock of its own.';--> statement-breakpoint
comment on column pack_items.place is 'Its place in the list, counted from 1.';--> statement-breakpoint
comment on table product_images is 'The pictures of a product after its main one.';--> statement-breakpoint
comment on column product_images.place is 'From 2 on: the main picture, in products, has the first place.';--> statement-breakpoint
comment on column products.benefit is 'One short line below the name.';--> statement-breakpoint
comment on column products.usage is 'How to use it.';--> statement-breakpoint
comment on column products.highlights is 'What to know of it, such as what it is made of.';--> statement-breakpoint
comment on column products.precautions is 'What to take care of.';--> statement-breakpoint
comment on column products.hidden_at is 'A draft, or out of the shop for a while: for admins alone since then.';--> statement-breakpoint
drop trigger changes_of_products_are_logged on products;--> statement-breakpoint
create trigger changes_of_products_are_logged
  after insert or update of name, description, benefit, usage, highlights, precautions, user_price, distributor_price,
    category, image, hidden_at, deleted_at on products
  for each row execute function log_change(
    'product', 'id',
    'name,description,benefit,usage,highlights,precautions,user_price,distributor_price,category,image,hidden_at,deleted_at');
