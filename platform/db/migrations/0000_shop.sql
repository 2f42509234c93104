-- The shop's database: its tables room by room, then what triggers see to, then the one row that it begins with.
-- `npm run db:new` wrote the tables out of `features/*/tables.ts`; their order, the comments and the triggers are by hand.
-- The comments are in the database as well: in psql `\dt+` explains the tables, `\d+ orders` the columns of one.
--
-- Columns stand in one order: the row's id, whom it belongs to, what it is, amounts, states, times with who acted, and last
-- what only the program reads (hashes, secrets, search). Checks, keys and triggers are named by a sentence that always
-- holds, foreign keys by Drizzle, indexes by their table and what they find.

-- Parts of words are searched by trigrams. A trusted extension: the owner of the database may create it.
create extension if not exists pg_trgm;

-- Accounts

create sequence supplier_numbers start with 1001;
create sequence buyer_numbers start with 2001;
create sequence admin_numbers start with 1;

create table accounts (
  id integer primary key generated always as identity,
  custom_id text not null,
  role text not null,
  name text not null,
  email text not null,
  phone text not null,
  address text not null,
  promo_code text,
  rib text,
  created_at timestamp(3) with time zone not null,
  rib_changed_at timestamp(3) with time zone,
  banned_at timestamp(3) with time zone,
  erased_at timestamp(3) with time zone,
  password_hash text,
  search text not null,
  constraint a_role_is_known check (role in ('supplier', 'buyer', 'admin')),
  constraint a_rib_is_24_digits check (rib ~ '^[0-9]{24}$'),
  constraint an_erased_account_stays_banned check (erased_at is null or banned_at is not null),
  constraint only_suppliers_have_codes check (promo_code is null or role = 'supplier'),
  constraint a_promo_code_is_short_capitals check (promo_code ~ '^[A-Z0-9]{6,12}$')
);
create unique index an_identifier_is_given_once on accounts (upper(custom_id));
create unique index an_email_has_one_account on accounts (lower(email));
create unique index a_promo_code_has_one_owner on accounts (promo_code);
create index accounts_of_a_role on accounts (role, id);
create index accounts_by_search on accounts using gin (search gin_trgm_ops);
comment on table accounts is
  'People who log in: suppliers, buyers and admins. Rows stay; one that was erased names nobody.';
comment on column accounts.custom_id is
  'The number that people know, such as F-1007: a letter for the role and the next of its sequence.';
comment on column accounts.email is 'As it was typed; unique whatever its case.';
comment on column accounts.phone is 'Digits in one form: a Moroccan number begins with 0.';
comment on column accounts.address is 'Postal address.';
comment on column accounts.promo_code is
  'Of a supplier only: orders of visitors who type it are credited to the supplier.';
comment on column accounts.rib is 'Bank account that gains are paid to, 24 digits.';
comment on column accounts.rib_changed_at is 'Last change by its owner; null when there was none.';
comment on column accounts.banned_at is
  'Since then nothing can be done with the account. Never older than its last writing (trigger bans_come_last).';
comment on column accounts.erased_at is 'Since then name, addresses and bank details are replaced, for good.';
comment on column accounts.password_hash is
  'argon2id with its parameters; null until an invited person has chosen a password.';
comment on column accounts.search is 'Custom id, name, e-mail and phone, in lower case without accents.';
comment on constraint an_erased_account_stays_banned on accounts is
  'Erasing bans as well, so that nobody logs in with what is left.';

create table sessions (
  token_hash bytea primary key,
  account_id integer not null,
  browser text not null,
  ip_address text not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone not null,
  constraint sessions_account_id_accounts_id_fk foreign key (account_id) references accounts (id)
);
create index sessions_of_an_account on sessions (account_id);
create index sessions_by_age on sessions (created_at);
comment on table sessions is
  'Open log-ins. A row is deleted at log-out, at a change of password and when it is too old.';
comment on column sessions.token_hash is 'SHA-256 of the token: a reader of this table cannot log in with it.';
comment on column sessions.browser is 'Name of the browser that logged in, as people call it.';
comment on column sessions.ip_address is 'Where it was last used from.';
comment on column sessions.last_used_at is 'Written once a minute at most.';

create table known_places (
  account_id integer not null,
  place_hash bytea not null,
  last_used_at timestamp(3) with time zone not null,
  constraint a_place_is_known_once primary key (account_id, place_hash),
  constraint known_places_account_id_accounts_id_fk foreign key (account_id) references accounts (id)
);
create index known_places_by_age on known_places (last_used_at);
comment on table known_places is
  'Browsers and networks that an account has logged in from: tries of strangers do not shut it out there.';
comment on column known_places.place_hash is 'SHA-256 of the network address, or of the key that the browser stores.';

create table password_resets (
  token_hash bytea primary key,
  account_id integer not null,
  expires_at timestamp(3) with time zone not null,
  constraint password_resets_account_id_accounts_id_fk foreign key (account_id) references accounts (id)
);
create unique index an_account_has_one_reset_link on password_resets (account_id);
create index password_resets_by_age on password_resets (expires_at);
comment on table password_resets is 'Links to a new password: sent by e-mail, used once, one at a time for an account.';
comment on column password_resets.token_hash is 'SHA-256 of the token in the link.';

create table second_factors (
  account_id integer primary key,
  last_step integer,
  created_at timestamp(3) with time zone not null,
  confirmed_at timestamp(3) with time zone,
  secret bytea not null,
  constraint second_factors_account_id_accounts_id_fk foreign key (account_id) references accounts (id)
);
comment on table second_factors is 'Authenticator app of an account: log-in requires its code.';
comment on column second_factors.last_step is
  'Half minute (Unix time / 30) of the last code that was used: no code is used twice.';
comment on column second_factors.confirmed_at is 'Null until a first code has shown that the app has the secret.';
comment on column second_factors.secret is 'Readable, because codes are computed from it.';

create table recovery_codes (
  account_id integer not null,
  number integer not null,
  used_at timestamp(3) with time zone,
  code_hash text not null,
  constraint a_recovery_code_has_one_number primary key (account_id, number),
  constraint recovery_codes_account_id_second_factors_account_id_fk
    foreign key (account_id) references second_factors (account_id) on delete cascade
);
comment on table recovery_codes is 'Codes that open an account, once each, when the authenticator is lost.';
comment on column recovery_codes.number is 'First digit of the code, which finds the row.';
comment on column recovery_codes.code_hash is 'As a password: the code itself is shown once and stored nowhere.';

-- Catalogue

create table products (
  id integer primary key generated always as identity,
  category text not null,
  name text not null,
  description text not null,
  image text not null,
  user_price bigint not null,
  distributor_price bigint not null,
  stock integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  search text not null,
  words text not null,
  constraint stock_is_never_below_zero check (stock >= 0),
  constraint a_user_price_has_bounds check (user_price between 1 and 99999999),
  constraint a_distributor_price_has_bounds check (distributor_price between 1 and user_price),
  constraint a_category_is_known check (category in ('supplement', 'cosmetic', 'pack'))
);
create index products_on_sale on products (category, id) where deleted_at is null;
create index products_by_search on products using gin (search gin_trgm_ops);
comment on table products is 'The catalogue. A deleted product stays for the orders that name it.';
comment on column products.image is 'Name of its picture in images.';
comment on column products.user_price is 'Centimes: the public price.';
comment on column products.distributor_price is 'Centimes: the price of suppliers, who gain the difference.';
comment on column products.stock is
  'Pieces to sell: the sum of its stock_entries, less the pieces of orders that are live or outside.';
comment on column products.deleted_at is 'Out of the shop since then.';
comment on column products.search is 'The name, in lower case without accents.';
comment on column products.words is
  'Words of name and description, each behind a space: a search finds beginnings of words.';
comment on constraint a_user_price_has_bounds on products is 'One centime to 999,999.99 dirhams.';

create table images (
  name text primary key,
  width integer not null,
  height integer not null,
  created_at timestamp(3) with time zone not null,
  master bytea not null,
  constraint a_master_has_bounds check (octet_length(master) between 1 and 2000000),
  constraint a_master_is_no_larger_than_shown check (width between 1 and 960 and height between 1 and 960)
);
comment on table images is 'Masters of pictures: every size that is shown is drawn from them.';
comment on column images.width is 'Pixels.';
comment on column images.height is 'Pixels.';
comment on column images.master is 'The encoded picture, without metadata, no larger than it is ever shown.';

create table stock_entries (
  id integer primary key generated always as identity,
  product_id integer not null,
  order_id integer,
  reason text not null default 'hand',
  quantity integer not null,
  entered_at timestamp(3) with time zone not null,
  entered_by integer,
  constraint a_stock_reason_is_known check (reason in ('hand', 'damaged', 'missing', 'lost')),
  constraint a_loss_names_its_order check ((reason = 'hand') = (order_id is null)),
  constraint a_loss_takes_pieces check (reason = 'hand' or quantity < 0),
  constraint stock_entries_product_id_products_id_fk foreign key (product_id) references products (id),
  constraint stock_entries_entered_by_accounts_id_fk foreign key (entered_by) references accounts (id)
);
create index stock_entries_of_a_product on stock_entries (product_id);
create index stock_entries_of_an_order on stock_entries (order_id) where order_id is not null;
comment on table stock_entries is
  'Changes of a stock that are no order: pieces added or taken away by hand, pieces that did not come back.';
comment on column stock_entries.order_id is
  'The order whose parcel did not bring the pieces back. No foreign key: the room of orders stands above.';
comment on column stock_entries.reason is 'hand: counted by an admin; damaged, missing, lost: of a parcel.';
comment on column stock_entries.quantity is 'Pieces; below zero when they were taken away.';

-- Orders

create table customers (
  id integer primary key generated always as identity,
  supplier_id integer,
  name text not null,
  phone text not null,
  address text not null,
  city text not null,
  email text,
  created_at timestamp(3) with time zone not null,
  key_hash bytea,
  ip_hash bytea,
  search text not null,
  constraint a_phone_is_digits check (phone ~ '^[0-9]{6,15}$'),
  constraint customers_supplier_id_accounts_id_fk foreign key (supplier_id) references accounts (id)
);
create index customers_of_a_supplier on customers (supplier_id, id);
create index customers_of_a_phone on customers (phone);
create index customers_by_search on customers using gin (search gin_trgm_ops);
comment on table customers is 'Recipients of orders: of a supplier, or of a visitor who orders with the record once.';
comment on column customers.supplier_id is 'Null for a visitor.';
comment on column customers.phone is 'Digits in one form: a Moroccan number begins with 0.';
comment on column customers.key_hash is
  'SHA-256 of the key that opens a visitor’s record; null once it was ordered with.';
comment on column customers.ip_hash is
  'SHA-256 of the network that made a visitor’s record, for callers without the key; null once it was ordered with.';
comment on column customers.search is 'Name, phone and city, in lower case without accents.';

create table orders (
  id integer primary key generated always as identity,
  customer_id integer not null,
  supplier_id integer,
  withdrawal_id integer,
  origin text not null,
  promo_code text,
  name text not null,
  phone text not null,
  address text not null,
  city text not null,
  note text,
  subtotal bigint not null,
  discount bigint not null,
  discount_percent integer not null default 0,
  delivery bigint not null,
  total bigint not null,
  collected bigint not null,
  gain bigint not null,
  status text not null default 'pending',
  cancel_reason text,
  payment text not null default 'pending',
  is_flagged boolean not null default false,
  hides_recipient boolean not null default false,
  loss_note text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  left_at timestamp(3) with time zone,
  pieces_back_at timestamp(3) with time zone,
  paid_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  deleted_by integer,
  search text not null,
  constraint only_delivered_gains_are_withdrawn
    check (withdrawal_id is null or (status = 'delivered' and payment <> 'void' and supplier_id is not null
      and deleted_at is null)),
  constraint an_order_status_is_known check (status in ('pending', 'assigned', 'in_transit', 'delivered', 'cancelled')),
  constraint a_payment_status_is_known check (payment in ('pending', 'paid', 'void')),
  constraint only_delivered_orders_are_paid check (payment = 'pending' or status = 'delivered'),
  constraint a_payment_is_dated check ((payment = 'paid') = (paid_at is not null)),
  constraint an_origin_is_known check (origin in ('supplier', 'promo', 'direct')),
  constraint a_supplier_stands_behind_its_orders check ((origin = 'direct') = (supplier_id is null)),
  constraint a_code_makes_a_promo_order check ((origin = 'promo') = (promo_code is not null)),
  constraint only_codes_give_discounts check (origin = 'promo' or (discount = 0 and discount_percent = 0)),
  constraint a_note_is_short check (char_length(note) between 1 and 200),
  constraint a_discount_is_a_percentage check (discount_percent between 0 and 100),
  constraint a_gain_is_never_negative check (gain >= 0),
  constraint nobody_gains_without_a_supplier check (supplier_id is not null or gain = 0),
  constraint a_total_adds_up check (total = subtotal - discount + delivery),
  constraint a_courier_collects_public_prices
    check (collected = total + case when origin = 'supplier' then gain else 0 end),
  constraint delivery_is_never_negative check (delivery >= 0),
  constraint a_deleted_order_was_not_delivered check (deleted_at is null or status <> 'delivered'),
  constraint an_order_in_transit_has_left check (status <> 'in_transit' or left_at is not null),
  constraint a_waiting_order_has_not_left check (status not in ('pending', 'assigned') or left_at is null),
  constraint pieces_that_never_left_do_not_come_back check (pieces_back_at is null or left_at is not null),
  constraint pieces_of_a_live_order_stay_out
    check (pieces_back_at is null or status = 'cancelled' or deleted_at is not null),
  constraint only_lost_pieces_have_a_loss_note check (loss_note is null or pieces_back_at is not null),
  constraint orders_customer_id_customers_id_fk foreign key (customer_id) references customers (id),
  constraint orders_supplier_id_accounts_id_fk foreign key (supplier_id) references accounts (id),
  constraint orders_deleted_by_accounts_id_fk foreign key (deleted_by) references accounts (id)
);
create index orders_by_day on orders (created_at, id) where deleted_at is null;
create index orders_by_status on orders (status, created_at, id, payment) where deleted_at is null;
create index orders_by_payment on orders (payment, created_at, id) where deleted_at is null;
create index orders_by_city on orders (city, created_at, id) where deleted_at is null;
create index orders_by_amount on orders (collected, id, status, payment) where deleted_at is null;
create index orders_flagged on orders (created_at, id) where deleted_at is null and is_flagged;
create index orders_of_a_supplier on orders (supplier_id, created_at, id) where deleted_at is null;
create index orders_of_a_supplier_by_status on orders (supplier_id, status, created_at, id) where deleted_at is null;
create index orders_of_a_customer on orders (customer_id);
create index orders_of_a_phone on orders (phone, created_at);
create index orders_by_search on orders using gin (search gin_trgm_ops, (id::text) gin_trgm_ops)
  where deleted_at is null;
create index orders_to_withdraw on orders (supplier_id, id)
  where status = 'delivered' and payment <> 'void' and withdrawal_id is null;
create index orders_to_come_back on orders (left_at, id)
  where left_at is not null and pieces_back_at is null and (status = 'cancelled' or deleted_at is not null);
create index orders_of_a_withdrawal on orders (withdrawal_id) where withdrawal_id is not null;
comment on table orders is
  'Orders. Prices, fees, rates and the recipient are copied here: a later change elsewhere changes no order.';
comment on column orders.supplier_id is
  'Who gains from it; null when it came neither from a supplier nor by a promo code.';
comment on column orders.withdrawal_id is
  'The withdrawal, not refused, that its gain is in. No foreign key: the room of earnings stands above.';
comment on column orders.origin is
  'supplier: ordered by a supplier; promo: by a visitor with a code; direct: by a visitor.';
comment on column orders.promo_code is 'As it was when it was used.';
comment on column orders.name is 'Name of the recipient; phone, address and city likewise.';
comment on column orders.note is 'The customer’s words to the courier.';
comment on column orders.subtotal is 'Centimes: sum of its lines at the price of its origin.';
comment on column orders.discount is 'Centimes taken off by the promo code.';
comment on column orders.discount_percent is 'Percentage of the promo code on the day of the order.';
comment on column orders.delivery is 'Centimes: the fee of the city on the day of the order.';
comment on column orders.total is 'Centimes: subtotal - discount + delivery.';
comment on column orders.collected is 'Centimes that the courier takes from the recipient.';
comment on column orders.gain is 'Centimes that the supplier earns.';
comment on column orders.payment is
  'Whether the money that the courier collected came in: pending, paid, void (it never will).';
comment on column orders.is_flagged is
  'To be looked at by an admin first: many of one phone or product in a short while, or a large one.';
comment on column orders.hides_recipient is 'Placed without the record’s key: its tracking page names no recipient.';
comment on column orders.loss_note is 'Why its pieces were given up as lost.';
comment on column orders.left_at is
  'When its pieces left the house: first in transit. Null again when it is set back before.';
comment on column orders.pieces_back_at is 'When its pieces were received again or given up as lost.';
comment on column orders.deleted_at is 'Hidden since then, and no longer counted.';
comment on column orders.search is 'Name, phone and city of the recipient, in lower case without accents.';
comment on constraint only_delivered_gains_are_withdrawn on orders is
  'Nobody is paid for an order that can still come back.';
comment on constraint a_courier_collects_public_prices on orders is
  'A supplier orders at distributor prices; its customer pays the public ones.';
comment on constraint pieces_of_a_live_order_stay_out on orders is
  'Pieces come back of an order that was cancelled or deleted on its way.';

create table order_lines (
  id integer primary key generated always as identity,
  order_id integer not null,
  product_id integer not null,
  name text not null,
  quantity integer not null,
  user_price bigint not null,
  distributor_price bigint not null,
  constraint an_order_names_a_product_once unique (order_id, product_id),
  constraint a_line_has_1_to_1000_pieces check (quantity between 1 and 1000),
  constraint order_lines_order_id_orders_id_fk foreign key (order_id) references orders (id),
  constraint order_lines_product_id_products_id_fk foreign key (product_id) references products (id)
);
create index order_lines_of_a_product on order_lines (product_id);
comment on table order_lines is 'Products of an order, each once, with the prices of its day.';
comment on column order_lines.name is 'Name of the product on the day of the order.';
comment on column order_lines.user_price is 'Centimes a piece.';
comment on column order_lines.distributor_price is 'Centimes a piece.';

create table order_moves (
  id integer primary key generated always as identity,
  order_id integer not null,
  status text not null,
  moved_at timestamp(3) with time zone not null,
  moved_by integer,
  constraint order_moves_order_id_orders_id_fk foreign key (order_id) references orders (id),
  constraint order_moves_moved_by_accounts_id_fk foreign key (moved_by) references accounts (id)
);
create index order_moves_of_an_order on order_moves (order_id, id);
comment on table order_moves is 'Each status that an order was moved to, oldest first by id.';
comment on column order_moves.moved_by is 'Null when nobody was logged in.';

create table returned_pieces (
  order_line_id integer primary key,
  intact integer not null,
  damaged integer not null,
  missing integer not null,
  counted_at timestamp(3) with time zone not null,
  counted_by integer,
  constraint pieces_are_counted_from_zero check (least(intact, damaged, missing) >= 0),
  constraint returned_pieces_order_line_id_order_lines_id_fk foreign key (order_line_id) references order_lines (id),
  constraint returned_pieces_counted_by_accounts_id_fk foreign key (counted_by) references accounts (id)
);
comment on table returned_pieces is
  'Pieces of a parcel that came back, counted once line by line: the three add up to the pieces that had left.';
comment on column returned_pieces.intact is 'Back in stock.';

create table tracking_keys (
  is_only_row boolean primary key default true,
  key bytea not null,
  constraint there_is_one_tracking_key check (is_only_row)
);
comment on table tracking_keys is
  'One row: the key that links to orders are signed with. Another key ends all links at once.';

-- Earnings

create table withdrawals (
  id integer primary key generated always as identity,
  account_id integer not null,
  rib text,
  amount bigint not null,
  status text not null default 'pending',
  reference text,
  reason text,
  requested_at timestamp(3) with time zone not null,
  decided_at timestamp(3) with time zone,
  decided_by integer,
  constraint a_withdrawal_is_above_zero check (amount > 0),
  constraint a_withdrawal_status_is_known check (status in ('pending', 'approved', 'refused')),
  constraint a_withdrawal_decision_is_dated check ((status = 'pending') = (decided_at is null)),
  constraint withdrawals_account_id_accounts_id_fk foreign key (account_id) references accounts (id),
  constraint withdrawals_decided_by_accounts_id_fk foreign key (decided_by) references accounts (id)
);
create index withdrawals_of_an_account on withdrawals (account_id, requested_at, id);
create index withdrawals_to_decide_first on withdrawals ((status <> 'pending'), id desc nulls first);
create index withdrawals_by_status on withdrawals (status, id);
comment on table withdrawals is 'Requests of suppliers and buyers for their money, and the decision.';
comment on column withdrawals.rib is 'Bank account that it is paid to: that of the profile when it was requested.';
comment on column withdrawals.amount is 'Centimes.';
comment on column withdrawals.reference is 'The bank’s reference of the transfer.';
comment on column withdrawals.reason is 'Why it was refused.';

create table withdrawal_orders (
  withdrawal_id integer not null,
  order_id integer not null,
  constraint a_withdrawal_names_an_order_once primary key (withdrawal_id, order_id),
  constraint withdrawal_orders_withdrawal_id_withdrawals_id_fk foreign key (withdrawal_id) references withdrawals (id),
  constraint withdrawal_orders_order_id_orders_id_fk foreign key (order_id) references orders (id)
);
create index withdrawal_orders_of_an_order on withdrawal_orders (order_id);
comment on table withdrawal_orders is
  'Orders that a supplier’s withdrawal is for. Those of refused ones stay; orders.withdrawal_id is what counts.';

create table invariant_checks (
  is_only_row boolean primary key default true,
  broken jsonb not null,
  checked_at timestamp(3) with time zone not null,
  constraint there_is_one_invariant_check check (is_only_row)
);
comment on table invariant_checks is
  'One row: the last check of the books. An account that a broken invariant names gets no money out meanwhile.';
comment on column invariant_checks.broken is
  'The invariants that did not hold, with the accounts that they name; an empty list when all held.';

-- Buyers

create table purchases (
  id integer primary key generated always as identity,
  buyer_id integer not null,
  amount bigint not null,
  status text not null default 'pending',
  reason text,
  requested_at timestamp(3) with time zone not null,
  decided_at timestamp(3) with time zone,
  decided_by integer,
  constraint stock_is_bought_in_fixed_sums check (amount in (500000, 1000000, 1500000, 2000000)),
  constraint a_purchase_status_is_known check (status in ('pending', 'approved', 'refused')),
  constraint a_purchase_decision_is_dated check ((status = 'pending') = (decided_at is null)),
  constraint purchases_buyer_id_accounts_id_fk foreign key (buyer_id) references accounts (id),
  constraint purchases_decided_by_accounts_id_fk foreign key (decided_by) references accounts (id)
);
create index purchases_of_a_buyer on purchases (buyer_id, requested_at, id);
create index purchases_to_decide_first on purchases ((status <> 'pending'), id desc nulls first);
create index purchases_by_status on purchases (status, id);
comment on table purchases is 'Money that buyers want to put into stock; it counts once it is approved.';
comment on column purchases.amount is 'Centimes.';
comment on column purchases.reason is 'Why it was refused.';
comment on constraint stock_is_bought_in_fixed_sums on purchases is '5,000, 10,000, 15,000 or 20,000 dirhams.';

create table sales (
  id integer primary key generated always as identity,
  buyer_id integer not null,
  amount bigint not null,
  recorded_at timestamp(3) with time zone not null,
  recorded_by integer,
  constraint a_sale_is_above_zero check (amount > 0),
  constraint sales_buyer_id_accounts_id_fk foreign key (buyer_id) references accounts (id),
  constraint sales_recorded_by_accounts_id_fk foreign key (recorded_by) references accounts (id)
);
create index sales_of_a_buyer on sales (buyer_id, recorded_at, id);
comment on table sales is 'Sales of a buyer’s stock, as an admin recorded them.';
comment on column sales.amount is 'Centimes.';

-- Notifications, announcements and settings

create table notifications (
  id integer primary key generated always as identity,
  kind text not null,
  message text not null,
  link text not null,
  created_at timestamp(3) with time zone not null,
  read_at timestamp(3) with time zone,
  constraint a_notification_kind_is_known
    check (kind in ('order', 'supplier', 'withdrawal', 'purchase', 'sold_out', 'audit', 'retention'))
);
create index notifications_unread on notifications (id) where read_at is null;
create index notifications_read on notifications (read_at) where read_at is not null;
comment on table notifications is 'Notifications of the admins’ bell, which all admins share; newest last.';
comment on column notifications.link is 'The page of the back office that it is about.';

create table announcements (
  id integer primary key generated always as identity,
  title text not null,
  message text not null,
  is_active boolean not null default true,
  created_at timestamp(3) with time zone not null
);
comment on table announcements is 'Announcements of the admins to everybody who is logged in.';

create table settings (
  name text primary key,
  value text not null,
  changed_at timestamp(3) with time zone not null
);
comment on table settings is 'Settings that the owner changed; one without a row is what the environment says.';

-- The journal

create table audit_entries (
  id integer primary key generated always as identity,
  subject text not null,
  subject_id integer,
  act text not null,
  before jsonb,
  after jsonb not null,
  at timestamp(3) with time zone not null,
  actor_id integer,
  constraint an_audit_act_is_known check (act in ('created', 'changed')),
  constraint audit_entries_actor_id_accounts_id_fk foreign key (actor_id) references accounts (id)
);
create index audit_entries_of_a_subject on audit_entries (subject, subject_id, id);
create index audit_entries_of_a_kind on audit_entries (subject, id);
create index audit_entries_by_age on audit_entries (at, id);
create index audit_entries_of_a_person on audit_entries (actor_id, id);
comment on table audit_entries is
  'The journal: who changed what, from which value to which. Only triggers write it; rows are neither changed nor '
  'removed, but for the personal values of somebody who was erased.';
comment on column audit_entries.subject is 'Kind of thing that changed, such as order or account.';
comment on column audit_entries.subject_id is 'Id of that thing; null for one without a number, such as a setting.';
comment on column audit_entries.act is 'created or changed.';
comment on column audit_entries.before is
  'Former values of the columns that changed, by column name; null when it was created.';
comment on column audit_entries.after is 'New values of the columns that changed, by column name.';
comment on column audit_entries.actor_id is
  'Null when nobody was logged in: the shop itself, or somebody at the database’s console.';

-- Privacy

create table data_requests (
  id integer primary key generated always as identity,
  customer_id integer,
  account_id integer,
  personal_data text not null,
  orders integer not null,
  done_at timestamp(3) with time zone not null,
  done_by integer,
  constraint a_data_request_kind_is_known
    check (personal_data in ('exported', 'anonymised', 'expired', 'clock_confirmed', 'round_confirmed')),
  constraint a_data_request_is_about_one_person
    check (num_nonnulls(customer_id, account_id)
      = case when personal_data in ('exported', 'anonymised') then 1 else 0 end),
  constraint data_requests_account_id_accounts_id_fk foreign key (account_id) references accounts (id),
  constraint data_requests_done_by_accounts_id_fk foreign key (done_by) references accounts (id)
);
comment on table data_requests is
  'Times that personal data was handed out or erased: of whom, by whom, when; nothing of the data itself.';
comment on column data_requests.customer_id is
  'Of several records of one person, the oldest. No foreign key: a record that never ordered is deleted one day.';
comment on column data_requests.personal_data is
  'What became of it: exported, anonymised, expired (too old), or the owner’s confirmation of a clock or a round.';
comment on column data_requests.orders is 'Number of orders that it was about.';
comment on column data_requests.done_by is 'Null when the shop did it by itself.';
comment on constraint a_data_request_is_about_one_person on data_requests is
  'A customer or an account; orders that became too old are nobody’s request.';

create table retention (
  is_only_row boolean primary key default true,
  due_orders integer,
  all_orders integer,
  confirmed_orders integer,
  waiting text,
  last_round_at timestamp(3) with time zone,
  last_certain_at timestamp(3) with time zone,
  constraint there_is_one_retention_row check (is_only_row),
  constraint a_retention_question_is_known check (waiting in ('clock', 'round'))
);
comment on table retention is
  'One row: the state of the rounds that anonymise old orders, and their question to the owner.';
comment on column retention.due_orders is 'While a round waits: number of orders that it would anonymise.';
comment on column retention.all_orders is 'While a round waits: number of all orders.';
comment on column retention.confirmed_orders is 'Number of orders that the owner let the next round anonymise.';
comment on column retention.waiting is
  'What the owner must confirm: the server’s clock, or a round of many orders.';
comment on column retention.last_certain_at is 'While the clock waits: newest moment that is certain.';

-- Calls

create table idempotency_keys (
  route text not null,
  caller text not null,
  key text not null,
  status integer,
  answer text,
  created_at timestamp(3) with time zone not null,
  body_hash bytea not null,
  constraint a_key_answers_once primary key (route, caller, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
comment on table idempotency_keys is
  'Answers to calls with a key, written in the transaction of the call: a repeated call gets the same answer.';
comment on column idempotency_keys.caller is 'Id of the account, or visitor.';
comment on column idempotency_keys.key is 'The header Idempotency-Key.';
comment on column idempotency_keys.status is 'HTTP status; null only inside the transaction that is at work.';
comment on column idempotency_keys.answer is 'Body of the answer, JSON.';
comment on column idempotency_keys.body_hash is 'SHA-256 of the body: the key with another body is refused.';

create table tries (
  subject text not null,
  window_start timestamp(3) with time zone not null,
  count integer not null,
  constraint a_window_is_counted_once primary key (subject, window_start)
);
create index tries_by_age on tries (window_start);
comment on table tries is
  'Calls counted in windows of time for the limits, in the database so that all processes count together.';
comment on column tries.subject is 'Name of the limit, and a hash of the one whom it is for.';

-- Final orders

create function refuse_move_of_final_order() returns trigger language plpgsql as $$
begin
  raise exception 'order % is % and cannot become %', old.id, old.status, new.status
    using errcode = 'check_violation', constraint = 'final_orders_stay_final', table = 'orders';
end
$$;
comment on function refuse_move_of_final_order is
  'Delivered and cancelled orders are final: whatever the code does, no statement moves them on.';

create trigger final_orders_stay_final before update of status on orders
  for each row when (old.status in ('delivered', 'cancelled') and new.status is distinct from old.status)
  execute function refuse_move_of_final_order();

-- Bans

create function date_ban_after_writings() returns trigger language plpgsql as $$
begin
  new.banned_at := greatest(
    new.banned_at,
    (select max(created_at) from orders where supplier_id = new.id),
    (select max(requested_at) from withdrawals where account_id = new.id),
    (select max(requested_at) from purchases where buyer_id = new.id),
    (select max(moved_at) from order_moves where moved_by = new.id));
  return new;
end
$$;
comment on function date_ban_after_writings is
  'A ban is never older than what its account has written: clocks of two machines differ, and any of them may go back.';

create trigger bans_come_last before update of banned_at on accounts
  for each row when (old.banned_at is null and new.banned_at is not null)
  execute function date_ban_after_writings();

-- The journal. Who and when: `shop.actor` and `shop.moment` of the transaction.

create function log_change() returns trigger language plpgsql as $$
declare
  old_row jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  new_row jsonb := to_jsonb(new);
  earlier jsonb;
  later jsonb;
begin
  select jsonb_object_agg(name, old_row -> name), jsonb_object_agg(name, new_row -> name) into earlier, later
    from unnest(string_to_array(tg_argv[2], ',')) as name
    where case when tg_op = 'UPDATE' then old_row -> name is distinct from new_row -> name
      else jsonb_typeof(new_row -> name) <> 'null' end;
  if later is null then
    return null;
  end if;
  insert into audit_entries (at, actor_id, subject, subject_id, act, before, after) values (
    coalesce(nullif(current_setting('shop.moment', true), '')::timestamptz, clock_timestamp()),
    nullif(current_setting('shop.actor', true), '')::integer,
    tg_argv[0],
    (new_row ->> tg_argv[1])::integer,
    case when tg_op = 'UPDATE' then 'changed' else 'created' end,
    case when tg_op = 'UPDATE' then earlier end,
    later);
  return null;
end
$$;
comment on function log_change is
  'Logs the watched columns that changed. Arguments: subject, the column with its number, the watched columns.';

create function log_setting() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.value = old.value then
    return null;
  end if;
  insert into audit_entries (at, actor_id, subject, act, before, after) values (
    coalesce(nullif(current_setting('shop.moment', true), '')::timestamptz, clock_timestamp()),
    nullif(current_setting('shop.actor', true), '')::integer,
    'setting',
    'changed',
    case when tg_op <> 'INSERT' then jsonb_build_object(old.name, old.value) end,
    case when tg_op <> 'DELETE' then jsonb_build_object(new.name, new.value)
      else jsonb_build_object(old.name, null) end);
  return null;
end
$$;
comment on function log_setting is 'Logs a setting, which has a name instead of a number.';

create function log_rib() returns trigger language plpgsql as $$
begin
  insert into audit_entries (at, actor_id, subject, subject_id, act, before, after) values (
    coalesce(nullif(current_setting('shop.moment', true), '')::timestamptz, clock_timestamp()),
    nullif(current_setting('shop.actor', true), '')::integer,
    'account',
    new.id,
    'changed',
    jsonb_build_object('rib', '•••• ' || right(old.rib, 4)),
    jsonb_build_object('rib', '•••• ' || right(new.rib, 4)));
  return null;
end
$$;
comment on function log_rib is 'Logs a RIB by its last digits: a reader of the journal cannot use it.';

create function log_second_factor() returns trigger language plpgsql as $$
declare
  person integer := nullif(current_setting('shop.actor', true), '')::integer;
begin
  insert into audit_entries (at, actor_id, subject, subject_id, act, after) values (
    coalesce(nullif(current_setting('shop.moment', true), '')::timestamptz, clock_timestamp()),
    person,
    'account',
    coalesce(new.account_id, old.account_id),
    'changed',
    jsonb_build_object('second_factor', case
      when tg_op = 'UPDATE' then tg_argv[0]
      when person is null then 'reset'
      else 'removed'
    end));
  return null;
end
$$;
comment on function log_second_factor is
  'Logs a second factor without its secret. One that goes while nobody is logged in was reset at the server itself.';

create trigger invitations_are_logged after insert on accounts for each row when (new.role <> 'supplier')
  execute function log_change('account', 'id', 'custom_id,role,name');
create trigger changes_of_accounts_are_logged after update of role, banned_at on accounts
  for each row execute function log_change('account', 'id', 'role,banned_at');
create trigger changes_of_ribs_are_logged after update of rib on accounts
  for each row when (new.rib is distinct from old.rib and new.erased_at is null) execute function log_rib();
create trigger new_second_factors_are_logged after update of confirmed_at on second_factors
  for each row when (old.confirmed_at is null and new.confirmed_at is not null)
  execute function log_second_factor('set');
create trigger lost_second_factors_are_logged after delete on second_factors
  for each row when (old.confirmed_at is not null) execute function log_second_factor();
create trigger used_recovery_codes_are_logged after update of used_at on recovery_codes
  for each row when (old.used_at is null and new.used_at is not null)
  execute function log_second_factor('recovery_code');

create trigger changes_of_products_are_logged
  after insert or update of name, description, user_price, distributor_price, category, image, deleted_at on products
  for each row execute function log_change(
    'product', 'id', 'name,description,user_price,distributor_price,category,image,deleted_at');
create trigger entries_of_stock_are_logged after insert on stock_entries
  for each row when (new.reason = 'hand') execute function log_change('product', 'product_id', 'quantity');
create trigger losses_of_stock_are_logged after insert on stock_entries
  for each row when (new.reason <> 'hand')
  execute function log_change('product', 'product_id', 'quantity,reason,order_id');

create trigger changes_of_orders_are_logged
  after update of status, cancel_reason, payment, name, phone, address, city, note, delivery, collected, deleted_at,
    pieces_back_at on orders
  for each row execute function log_change(
    'order', 'id',
    'status,cancel_reason,payment,name,phone,address,city,note,delivery,collected,deleted_at,pieces_back_at');

create trigger decisions_of_withdrawals_are_logged after update of status, reference, reason on withdrawals
  for each row execute function log_change('withdrawal', 'id', 'status,reference,reason');
create trigger decisions_of_purchases_are_logged after update of status, reason on purchases
  for each row execute function log_change('purchase', 'id', 'status,reason');
create trigger sales_are_logged after insert on sales
  for each row execute function log_change('sale', 'id', 'buyer_id,amount');

create trigger changes_of_announcements_are_logged after insert or update of title, message, is_active on announcements
  for each row execute function log_change('announcement', 'id', 'title,message,is_active');
create trigger changes_of_settings_are_logged after insert or update or delete on settings
  for each row execute function log_setting();

create trigger data_requests_of_accounts_are_logged after insert on data_requests
  for each row when (new.account_id is not null)
  execute function log_change('account', 'account_id', 'personal_data');
create trigger data_requests_of_customers_are_logged after insert on data_requests
  for each row when (new.customer_id is not null)
  execute function log_change('customer', 'customer_id', 'personal_data,orders');
create trigger rounds_of_retention_are_logged after insert on data_requests
  for each row when (new.customer_id is null and new.account_id is null)
  execute function log_change('retention', 'customer_id', 'personal_data,orders');

-- Entries of the journal stay

create function refuse_change_of_audit_entries() returns trigger language plpgsql as $$
begin
  raise exception 'an audit entry is neither changed nor removed'
    using errcode = 'check_violation', constraint = 'audit_entries_stay', table = 'audit_entries';
end
$$;
comment on function refuse_change_of_audit_entries is
  'Entries stay: neither the shop nor a hurried hand at the console rewrites history.';

create trigger audit_entries_stay before delete or truncate on audit_entries
  for each statement execute function refuse_change_of_audit_entries();

create function without_personal_values(entry_values jsonb) returns jsonb language sql immutable as $$
  select entry_values || coalesce(
    (select jsonb_object_agg(name, 'effacé'::text)
      from unnest(array['name', 'phone', 'address', 'note', 'rib']) as name where entry_values ? name), '{}')
$$;
comment on function without_personal_values is 'The values of an entry, those of a person blanked.';

create function refuse_all_but_erasure() returns trigger language plpgsql as $$
begin
  if (new.id, new.at, new.actor_id, new.subject, new.subject_id, new.act)
      is not distinct from (old.id, old.at, old.actor_id, old.subject, old.subject_id, old.act)
    and new.before is not distinct from without_personal_values(old.before)
    and new.after = without_personal_values(old.after)
    -- In parentheses: a bare THEN would end the condition.
    and (case old.subject
      when 'order' then exists (
        select from orders where orders.id = old.subject_id and name = 'Client anonymisé' and phone = '0000000000')
      when 'account' then exists (select from accounts where accounts.id = old.subject_id and erased_at is not null)
      else false
    end)
  then
    return new;
  end if;
  raise exception 'an audit entry is neither changed nor removed'
    using errcode = 'check_violation', constraint = 'audit_entries_stay', table = 'audit_entries';
end
$$;
comment on function refuse_all_but_erasure is
  'Lets one change of an entry through: its personal values are blanked, all of them and nothing else, once the order '
  'or account that it is about holds none any more. Who did what, when, and with which amounts stays for good.';

create trigger audit_entries_only_lose_personal_values before update on audit_entries
  for each row execute function refuse_all_but_erasure();

-- The first row: another key ends all links to orders at once.
insert into tracking_keys (key)
  values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
