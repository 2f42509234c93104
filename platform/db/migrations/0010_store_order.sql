-- An order is two calls. This one sees all that it depends on, as it is now, and locks nothing. Its plans are made once:
-- left alone, the planner makes them anew for every order, which takes longer than the looking.
create function see_order(
  call_route text, call_caller text, call_key text,
  -- For a visitor (no supplier), a customer that a visitor made since then.
  customer_number integer, supplier integer, visitors_since timestamptz, code text,
  line_products integer[],
  -- How many orders the customer's phone had since then; not counted without a moment.
  phone_since timestamptz,
  try_subjects text[], try_windows timestamptz[],
  -- What the key was answered with: then nothing else is looked at.
  out earlier json,
  -- A number for the order, drawn for it alone.
  out order_id integer,
  out customer json, out products json,
  -- The supplier itself, or whose code it is; none when it is banned.
  out bringer integer,
  out orders_of_phone integer, out tries_so_far json, out tracking_key bytea
) language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  their_phone text;
begin
  if call_key is not null then
    select json_build_object('bodyHash', encode(body_hash, 'hex'), 'status', status, 'answer', answer) into earlier
      from idempotency_keys where route = call_route and caller = call_caller and key = call_key;
    if found then
      return;
    end if;
  end if;

  order_id := nextval('orders_id_seq');
  select key into tracking_key from tracking_keys;
  select phone, json_build_object('id', id, 'name', name, 'phone', phone, 'address', address, 'city', city)
    into their_phone, customer
    from customers where id = customer_number and case when supplier is null
      then supplier_id is null and created_at > visitors_since else supplier_id = supplier end;
  select coalesce(json_agg(json_build_object('id', id, 'name', name, 'stock', stock,
      'userPrice', user_price, 'distributorPrice', distributor_price)), '[]') into products
    from products where id = any(line_products) and deleted_at is null;

  if supplier is not null then
    select id into bringer from accounts where id = supplier and banned_at is null;
  elsif code is not null then
    select id into bringer from accounts where promo_code = code and banned_at is null;
  end if;

  orders_of_phone := 0;
  if phone_since is not null then
    select count(*) into orders_of_phone
      from orders where phone = their_phone and created_at > phone_since and origin <> 'supplier';
  end if;

  tries_so_far := '{}';
  if try_subjects <> '{}' then
    select coalesce(json_object_agg(subject, count), '{}') into tries_so_far
      from unnest(try_subjects, try_windows) as asked(subject, window_start) join tries using (subject, window_start);
  end if;
end
$$;
--> statement-breakpoint
-- This one stores the order as one statement, so that one commit stores all of it and its locks are held for no longer
-- than that takes. It decides nothing: figures, texts and the answer are given. It only makes sure that what they were worked out from
-- still holds, and otherwise fails as a conflict of timing (40001): then nothing is kept, and the caller looks again.
-- Rows are locked in one order by everybody: key, account, phone, tries, products from the smallest id on.
create function store_order(
  -- The call's key with the answer that it gets; no key, no row.
  call_route text, call_caller text, call_key text, call_body bytea, answer_status integer, answer text,
  order_id integer, customer integer, kind text, supplier integer, code text,
  recipient text, recipient_phone text, recipient_address text, recipient_city text,
  lines_sum bigint, reduction bigint, fee bigint, whole bigint, at_the_door bigint, margin bigint,
  is_flagged boolean, moment timestamptz, day date,
  line_products integer[], line_names text[], pieces integer[], public_prices bigint[], supplier_prices bigint[],
  -- What must be on each shelf for the order to be taken.
  least_stocks integer[],
  -- How many orders the phone may have had since then; not counted without a moment.
  phone_since timestamptz, fewest_of_phone integer, most_of_phone integer,
  -- Tries to be counted, sorted, and how many are too many.
  try_subjects text[], try_windows timestamptz[], most_tries integer[],
  bell_kind text, bell_message text, bell_link text
)
-- The products of which the last piece was taken.
returns integer[] language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  nth integer;
  left_on_shelf integer;
  sold_out integer[] := '{}';
begin
  if call_key is not null then
    insert into idempotency_keys (route, caller, key, body_hash, status, answer, created_at)
      values (call_route, call_caller, call_key, call_body, answer_status, store_order.answer, moment)
      on conflict do nothing;
    if not found then
      raise serialization_failure using message = 'The key has been answered meanwhile', constraint = 'a_key_answers_once';
    end if;
  end if;

  if supplier is not null then
    perform from accounts where id = supplier and banned_at is null for key share;
    if not found then
      raise serialization_failure using message = 'The supplier was banned meanwhile';
    end if;
  end if;

  if phone_since is not null then
    perform pg_advisory_xact_lock(hashtext('orders of a phone'), hashtext(recipient_phone));
    if (select count(*) from orders where phone = recipient_phone and created_at > phone_since and origin <> 'supplier')
      not between fewest_of_phone and most_of_phone
    then
      raise serialization_failure using message = 'The phone has ordered meanwhile';
    end if;
  end if;

  if try_subjects <> '{}' then
    with counted as (
      insert into tries (subject, window_start, count)
        select subject, window_start, 1 from unnest(try_subjects, try_windows) as given(subject, window_start)
        on conflict (subject, window_start) do update set count = tries.count + 1
        returning subject, count
    )
    select 1 into nth from counted join unnest(try_subjects, most_tries) as limits(subject, most) using (subject)
      where counted.count > limits.most limit 1;
    if found then
      raise serialization_failure using message = 'The last try was counted meanwhile';
    end if;
  end if;

  insert into orders (id, customer_id, origin, supplier_id, promo_code, name, phone, address, city,
      subtotal, discount, delivery, total, collected, gain, flagged, created_at, placed_on, updated_at)
    overriding system value
    values (order_id, customer, kind, supplier, code, recipient, recipient_phone, recipient_address, recipient_city,
      lines_sum, reduction, fee, whole, at_the_door, margin, is_flagged, moment, day, moment);

  if bell_kind is not null then
    insert into notifications (kind, message, link, created_at) values (bell_kind, bell_message, bell_link, moment);
  end if;

  -- Late, because everybody wants the same shelves; before the lines, whose references would lock them in any order.
  for nth in select place from unnest(line_products) with ordinality as line(id, place) order by line.id loop
    update products set stock = stock - pieces[nth]
      where id = line_products[nth] and stock >= least_stocks[nth] and deleted_at is null
        and user_price = public_prices[nth] and distributor_price = supplier_prices[nth]
      returning stock into left_on_shelf;
    if not found then
      raise serialization_failure using message = 'A shelf has changed meanwhile', constraint = 'shelves_as_seen';
    end if;
    if left_on_shelf = 0 then
      sold_out := sold_out || line_products[nth];
    end if;
  end loop;

  insert into order_lines (order_id, product_id, name, quantity, user_price, distributor_price)
    select store_order.order_id, line.* from unnest(line_products, line_names, pieces, public_prices, supplier_prices) as line;
  return sold_out;
end
$$;
