-- An order is stored as before, and now rests on no more than what it was given: that the customer and the names of the
-- products are still the same is made sure of too. So whoever remembers what was seen for an earlier order need not look
-- again. It may also draw the number of the next one.
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
  bell_kind text, bell_message text, bell_link text,
  -- Whether to draw a number for an order that has not been seen yet.
  draw_next boolean,
  -- The products of which the last piece was taken.
  out sold_out integer[], out next_order integer
) language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  nth integer;
  left_on_shelf integer;
begin
  sold_out := '{}';
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

  perform from customers where id = customer
    and name = recipient and phone = recipient_phone and address = recipient_address and city = recipient_city;
  if not found then
    raise serialization_failure using message = 'The customer was changed meanwhile';
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
        and user_price = public_prices[nth] and distributor_price = supplier_prices[nth] and name = line_names[nth]
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

  if draw_next then
    next_order := nextval('orders_id_seq');
  end if;
end
$$;
--> statement-breakpoint
-- For the processes of the version before, while the shop is upgraded.
create or replace function store_order(
  call_route text, call_caller text, call_key text, call_body bytea, answer_status integer, answer text,
  order_id integer, customer integer, kind text, supplier integer, code text,
  recipient text, recipient_phone text, recipient_address text, recipient_city text,
  lines_sum bigint, reduction bigint, fee bigint, whole bigint, at_the_door bigint, margin bigint,
  is_flagged boolean, moment timestamptz, day date,
  line_products integer[], line_names text[], pieces integer[], public_prices bigint[], supplier_prices bigint[],
  least_stocks integer[],
  phone_since timestamptz, fewest_of_phone integer, most_of_phone integer,
  try_subjects text[], try_windows timestamptz[], most_tries integer[],
  bell_kind text, bell_message text, bell_link text
)
returns integer[] language sql as $$
  select sold_out from store_order(
    call_route, call_caller, call_key, call_body, answer_status, answer, order_id, customer, kind, supplier, code,
    recipient, recipient_phone, recipient_address, recipient_city, lines_sum, reduction, fee, whole, at_the_door,
    margin, is_flagged, moment, day, line_products, line_names, pieces, public_prices, supplier_prices, least_stocks,
    phone_since, fewest_of_phone, most_of_phone, try_subjects, try_windows, most_tries, bell_kind, bell_message,
    bell_link, false
  )
$$;
