import type pg from 'pg'
import {
  COUNTS,
  COURIER_NOTES,
  CUSTOMER_NOTES,
  drawn,
  drawnFirst,
  oneOf,
  phoneSql,
  STAFF_NOTES,
} from './invented-texts.ts'
import type { Size } from './shop-sizes.ts'

const DAYS = 365
/** A withdrawal of each supplier takes the gains of so many days; orders of the last weeks are in none. */
const WITHDRAWAL_DAYS = 38
const WITHDRAWALS = 9

/** Orders with what came before and after them, from draws that stand in temporary tables. */
export async function fillOrders(sql: pg.Client, size: Size): Promise<void> {
  await drawOrders(sql, size)
  await storeWithdrawals(sql)
  await storeCustomers(sql)
  await storeOrders(sql)
  await storeTraces(sql)
  await storeStock(sql)
}

/** SQL: the share of a day's orders that came before this hour. Few come at night. */
const shareBefore = (hour: string): string =>
  `(CASE WHEN ${hour} < 8 THEN ${hour} / 160 ELSE 0.05 + (${hour} - 8) / 16 * 0.95 END)`

const NOW_HERE = `(now() AT TIME ZONE 'Africa/Casablanca')`

/** SQL: the moment of the nth order. A shop grows: the last days have half as many more than the mean day. */
const momentOf = (orders: number): string => `
  SELECT n, ((date_trunc('day', ${NOW_HERE}) + floor(mass) * interval '1 day'
    + (CASE WHEN share < 0.05 THEN share * 160 ELSE 8 + (share - 0.05) / 0.95 * 16 END) * interval '1 hour')
    AT TIME ZONE 'Africa/Casablanca')::timestamptz(3) AS moment
  FROM generate_series(1, ${orders}) AS n,
    LATERAL (SELECT ${shareBefore(`(extract(epoch FROM ${NOW_HERE}::time) / 3600)::float8`)}
      - ${DAYS} * (1 - ((n - 0.5) / ${orders})::float8 ^ 0.7) AS mass) AS timed,
    LATERAL (SELECT mass - floor(mass) AS share) AS within`

/**
 * Draws people, orders, lines and figures. Each person orders through one supplier, through its code, or directly; most once to
 * five times. One of twenty orders is the measured supplier's.
 */
async function drawOrders(sql: pg.Client, size: Size): Promise<void> {
  await sql.query(`
    CREATE TEMP TABLE filled_person AS
      SELECT n - 1 AS nth, name.shown AS name, name.searched AS searched_name, other.shown AS other_name, other.searched AS other_searched,
        ${phoneSql('(n - 1)')} AS phone, ${drawn(6)} % 120 + 1 || ', ' || place.shown AS address, city.shown AS city,
        city.searched AS searched_city, CASE WHEN lot < 7 THEN 0 ELSE 1 + ${drawnFirst(7, size.suppliers, 1.6)} END AS supplier_nth,
        CASE WHEN lot < 40 THEN 'supplier' WHEN lot < 72 THEN 'promo' ELSE 'direct' END AS origin
      FROM generate_series(1, ${size.people}) AS n
        CROSS JOIN LATERAL (SELECT ${drawn(8)} % 100 AS lot) AS made
        JOIN text_name AS name ON name.nth = ${drawn(9)} % ${COUNTS.name}
        JOIN text_name AS other ON other.nth = ${drawn(10)} % ${COUNTS.name}
        JOIN text_place AS place ON place.nth = ${drawn(11)} % ${COUNTS.place}
        JOIN text_city AS city ON city.nth = ${drawnFirst(12, COUNTS.city, 3)};
    CREATE UNIQUE INDEX ON filled_person (nth); ANALYZE filled_person;
    CREATE TEMP TABLE filled_line AS
      SELECT n, line, product.id AS product_id, name, CASE WHEN ${drawn(15)} % 9 = line THEN 2 ELSE 1 END AS quantity,
        user_price, distributor_price
      FROM generate_series(1, ${size.orders}) AS n CROSS JOIN (SELECT count(*)::int AS count FROM filled_product) AS catalogue
        CROSS JOIN LATERAL (SELECT ${drawnFirst(13, 'count', 2)} AS first, ${drawn(14)} % 4 AS further) AS made
        CROSS JOIN LATERAL generate_series(0, CASE WHEN further = 3 THEN 2 WHEN further = 2 THEN 1 ELSE 0 END) AS line
        JOIN filled_product AS product ON product.nth = (first + line * 17) % count;
    CREATE TEMP TABLE filled_order AS
      SELECT placed.*, person.origin, supplier.id AS supplier_id, supplier.promo_code, person.nth AS person_nth,
        CASE WHEN luck % 16 = 3 THEN other_name ELSE name END AS name, phone, address, city,
        CASE WHEN luck % 16 = 3 THEN other_searched ELSE searched_name END || ' ' || phone || ' ' || searched_city AS search,
        sold, cost, discount, delivery, gain, CASE WHEN person.origin = 'supplier' THEN cost ELSE sold END AS subtotal,
        CASE WHEN person.origin = 'supplier' THEN - person.nth - 1 ELSE n END AS record
      FROM (
        SELECT n, moment, ${drawnFirst(16, size.people, 1.5)} AS person_place, ${drawn(17)} AS luck,
          extract(epoch FROM now() - moment) / 86400 AS age FROM (${momentOf(size.orders)}) AS timed) AS placed
      JOIN filled_person AS person ON person.nth = person_place
      JOIN (SELECT n, sum(quantity * user_price)::bigint AS sold, sum(quantity * distributor_price)::bigint AS cost
        FROM filled_line GROUP BY 1) AS summed USING (n)
      LEFT JOIN filled_supplier AS supplier ON supplier.nth = supplier_nth AND person.origin <> 'direct',
      LATERAL (SELECT CASE WHEN person.origin = 'promo' THEN (sold * 5 + 50) / 100 ELSE 0 END AS discount,
        CASE WHEN city = 'Casablanca' THEN 2000 ELSE 3500 END AS delivery) AS rated,
      LATERAL (SELECT CASE person.origin WHEN 'supplier' THEN sold - cost WHEN 'promo' THEN greatest(0, sold - cost - discount)
        ELSE 0 END AS gain) AS earned;
    ${STATES}
    CREATE UNIQUE INDEX ON filled_state (n); ANALYZE filled_order; ANALYZE filled_state`)
}

/** The life of each order. All but those of the last days have come to their end; some are late. */
const STATES = `
  CREATE TEMP TABLE filled_state AS
    SELECT n, status, is_early, payment, left_at, back_at, is_lost, ended_at, deleted_at, assigned_at,
      CASE WHEN status <> 'cancelled' THEN NULL
        WHEN is_early THEN (array['wrong_number', 'changed_mind', 'duplicate', 'out_of_stock', 'unreachable'])[luck % 7 % 5 + 1]
        ELSE (array['refused', 'refused', 'refused', 'unreachable', 'address'])[luck % 11 % 5 + 1] END AS reason,
      CASE WHEN status = 'delivered' AND payment <> 'void' AND supplier_id IS NOT NULL AND takes.nth < ${WITHDRAWALS}
        THEN takes.nth END AS withdrawal_nth
    FROM filled_order,
      LATERAL (SELECT luck % 25 = 0 AS is_early, age + (luck % 100) / 100.0 - 0.5 AS stage,
        floor((${DAYS} - age) / ${WITHDRAWAL_DAYS})::int AS nth) AS takes,
      LATERAL (SELECT CASE WHEN is_early AND age > 0.1 THEN 'cancelled' WHEN stage < 0.8 OR age < 0.3 THEN 'pending'
        WHEN luck % 400 = 2 AND age < 10 THEN 'pending' WHEN stage < 1.8 THEN 'assigned'
        WHEN stage < 4.5 OR luck % 900 = 1 AND age < 60 THEN 'in_transit'
        WHEN luck % 5 = 4 THEN 'cancelled' ELSE 'delivered' END AS status) AS moved,
      LATERAL (SELECT least(moment + interval '1 day' * (4 + luck % 3), now()) AS ended_at,
        moment + least(1.1, age * 0.4) * interval '1 day' AS assigned_at,
        CASE WHEN status IN ('in_transit', 'delivered') OR status = 'cancelled' AND NOT is_early
          THEN moment + least(1.8, age * 0.6) * interval '1 day' END AS left_at,
        CASE WHEN status <> 'delivered' OR luck % 6 > 0 AND age < 8 OR luck % 300 = 5 THEN 'pending' WHEN luck % 40 = 7 THEN 'void'
          ELSE 'paid' END AS payment,
        luck % 90 = 14 AS is_lost) AS dated,
      LATERAL (SELECT CASE WHEN status = 'cancelled' AND NOT is_early AND luck % 70 > 0
        AND age > CASE WHEN is_lost THEN 30 ELSE 12 END
          THEN moment + interval '1 day' * CASE WHEN is_lost THEN 26 ELSE 11 END END AS back_at,
        CASE WHEN status = 'cancelled' AND is_early AND luck % 50 = 0 AND age > 8 THEN moment + interval '7 days' END AS deleted_at) AS returned;`

/** Each supplier's, the oldest first. Those of the last period wait, some of them, or were refused. */
async function storeWithdrawals(sql: pg.Client): Promise<void> {
  const daysAgo = `${DAYS - WITHDRAWAL_DAYS} - withdrawal_nth * ${WITHDRAWAL_DAYS} - 8 - supplier_id % 7`
  await sql.query(`
    CREATE TEMP TABLE filled_withdrawal AS
      SELECT row_number() OVER (ORDER BY withdrawal_nth, supplier_id % 7, supplier_id)::int + (SELECT max(id) FROM withdrawals) AS id,
        supplier_id, withdrawal_nth, sum(gain) AS amount, now() - (${daysAgo}) * interval '1 day' AS requested_at,
        CASE WHEN withdrawal_nth < ${WITHDRAWALS - 1} OR supplier_id % 8 > 1 THEN 'approved'
          WHEN supplier_id % 8 = 1 THEN 'refused' ELSE 'pending' END AS status
      FROM filled_order JOIN filled_state USING (n) WHERE withdrawal_nth IS NOT NULL
      GROUP BY supplier_id, withdrawal_nth HAVING sum(gain) > 0;
    CREATE UNIQUE INDEX ON filled_withdrawal (supplier_id, withdrawal_nth); ANALYZE filled_withdrawal;
    INSERT INTO withdrawals (id, account_id, rib, amount, status, reference, reason, requested_at, decided_at, decided_by) OVERRIDING SYSTEM VALUE
    SELECT made.id, supplier_id, rib, amount, status, CASE WHEN status = 'approved' THEN 'VIR-' || made.id END,
      CASE WHEN status = 'refused' THEN 'RIB incomplet' END, requested_at,
      CASE WHEN status <> 'pending' THEN requested_at + interval '2 days' END, CASE WHEN status <> 'pending' THEN filled_admin.id END
    FROM filled_withdrawal AS made JOIN accounts ON accounts.id = supplier_id, filled_admin ORDER BY made.id;
    SELECT setval(pg_get_serial_sequence('withdrawals', 'id'), (SELECT max(id) FROM withdrawals));
    INSERT INTO withdrawal_orders (withdrawal_id, order_id)
    SELECT id, n FROM filled_order JOIN filled_state USING (n) JOIN filled_withdrawal USING (supplier_id, withdrawal_nth) ORDER BY 1, 2`)
}

/** A record of each order without a supplier's hand, and one of each of a supplier's customers. */
async function storeCustomers(sql: pg.Client): Promise<void> {
  await sql.query(`
    CREATE TEMP TABLE filled_record AS
      SELECT row_number() OVER (ORDER BY min(n))::int AS id, record, min(n) AS first_order FROM filled_order GROUP BY record;
    CREATE UNIQUE INDEX ON filled_record (record); ANALYZE filled_record;
    INSERT INTO customers (id, supplier_id, name, phone, address, city, email, created_at, search) OVERRIDING SYSTEM VALUE
    SELECT filled_record.id, CASE WHEN origin = 'supplier' THEN supplier_id END, name, phone, address, city,
      CASE WHEN luck % 9 = 0 THEN 'client' || filled_record.id || '@mesure.example' END, moment, search
    FROM filled_record JOIN filled_order ON n = first_order ORDER BY filled_record.id;
    SELECT setval(pg_get_serial_sequence('customers', 'id'), (SELECT max(id) FROM customers))`)
}

async function storeOrders(sql: pg.Client): Promise<void> {
  await sql.query(`
    INSERT INTO orders (id, customer_id, origin, supplier_id, promo_code, name, phone, address, city, note, subtotal, discount,
      discount_percent, delivery, total, collected, gain, status, cancel_reason, payment, paid_at, withdrawal_id, is_flagged, created_at,
      updated_at, search, deleted_at, deleted_by, left_at, pieces_back_at, loss_note) OVERRIDING SYSTEM VALUE
    SELECT n, filled_record.id, origin, supplier_id, CASE WHEN origin = 'promo' THEN filled_order.promo_code END, name, phone, address, city,
      CASE WHEN luck % 8 = 5 THEN ${oneOf(COURIER_NOTES, '(luck % 97)')} END, subtotal, discount, CASE WHEN origin = 'promo' THEN 5 ELSE 0 END,
      delivery, subtotal - discount + delivery, sold - discount + delivery, gain, state.status, reason, payment,
      CASE WHEN payment = 'paid' THEN least(ended_at + interval '3 days', now()) END,
      CASE WHEN withdrawal.status <> 'refused' THEN withdrawal.id END, luck % 400 = 1, moment,
      CASE WHEN state.status = 'pending' THEN moment WHEN state.status = 'assigned' THEN assigned_at
        WHEN state.status = 'in_transit' THEN left_at ELSE coalesce(back_at, ended_at) END, search,
      deleted_at, CASE WHEN deleted_at IS NOT NULL THEN filled_admin.id END, left_at, back_at,
      CASE WHEN is_lost AND back_at IS NOT NULL THEN 'Le livreur ne l’a plus' END
    FROM filled_order JOIN filled_state AS state USING (n) JOIN filled_record USING (record)
      LEFT JOIN filled_withdrawal AS withdrawal USING (supplier_id, withdrawal_nth), filled_admin
    ORDER BY n;
    SELECT setval(pg_get_serial_sequence('orders', 'id'), (SELECT max(id) FROM orders));
    INSERT INTO order_lines (order_id, product_id, name, quantity, user_price, distributor_price)
    SELECT n, product_id, name, quantity, user_price, distributor_price FROM filled_line ORDER BY n, line`)
}

/** Moves, entries of the journal, notifications, notes and corrections. */
async function storeTraces(sql: pg.Client): Promise<void> {
  await sql.query(`
    CREATE TEMP TABLE filled_move AS
      SELECT n, step, (array['pending', 'assigned', 'in_transit'])[step] AS earlier,
        CASE step WHEN 1 THEN assigned_at WHEN 2 THEN left_at ELSE ended_at END AS at, state.status,
        CASE WHEN step = 1 AND NOT (state.status = 'cancelled' AND is_early) THEN 'assigned'
          WHEN step = 2 THEN 'in_transit' ELSE state.status END AS later, reason
      FROM filled_state AS state, generate_series(1, 3) AS step
      WHERE CASE WHEN state.status = 'pending' THEN false WHEN state.status = 'assigned' OR state.status = 'cancelled' AND is_early THEN step = 1
        WHEN state.status = 'in_transit' THEN step <= 2 ELSE true END;
    INSERT INTO order_moves (order_id, status, moved_by, moved_at)
    SELECT n, later, filled_admin.id, at FROM filled_move, filled_admin ORDER BY at, n, step;
    INSERT INTO audit_entries (at, actor_id, subject, subject_id, act, before, after)
    SELECT at, filled_admin.id, 'order', n, 'changed', jsonb_build_object('status', earlier),
      jsonb_build_object('status', later) || CASE WHEN later = 'cancelled' THEN jsonb_build_object('cancel_reason', reason) ELSE '{}' END
    FROM filled_move, filled_admin ORDER BY at, n, step;
    INSERT INTO notifications (kind, message, link, created_at, read_at)
    SELECT 'order', 'Nouvelle commande ' || id || U&'\\00A0– ' || replace((collected / 100.0)::numeric(12, 2)::text, '.', ',') || U&'\\00A0DH, ' || city,
      '/order-admin/' || id, created_at, CASE WHEN created_at < now() - interval '6 hours' THEN created_at + interval '1 hour' END
    FROM orders WHERE created_at > now() - interval '90 days' ORDER BY id;
    INSERT INTO order_notes (order_id, staff_note, written_at, written_by)
    SELECT n, ${oneOf(STAFF_NOTES, 'n')}, least(moment + interval '5 hours', now()), filled_admin.id FROM filled_order, filled_admin WHERE luck % 60 = 1 ORDER BY n;
    INSERT INTO customer_notes (customer_id, phone, text, written_at, written_by)
    SELECT filled_record.id, phone, ${oneOf(CUSTOMER_NOTES, 'filled_order.n')}, moment, filled_admin.id
    FROM filled_order JOIN filled_record USING (record), filled_admin WHERE luck % 200 = 1 ORDER BY filled_order.n;
    INSERT INTO order_line_changes (order_id, product_id, name, pieces_before, pieces_after, changed_at, changed_by)
    SELECT n, product_id, filled_line.name, quantity + 1, quantity, least(moment + interval '3 hours', now()), filled_admin.id
    FROM filled_line JOIN filled_order USING (n), filled_admin WHERE line = 0 AND luck % 120 = 1 ORDER BY n`)
}

/** Pieces that came back, were damaged or are lost; and the entries that make today's stock what it is. */
async function storeStock(sql: pg.Client): Promise<void> {
  await sql.query(`
    INSERT INTO returned_pieces (order_line_id, intact, damaged, missing, counted_at, counted_by)
    SELECT lines.id, quantity - damaged, damaged, 0, back_at, filled_admin.id
    FROM order_lines AS lines JOIN filled_state ON n = order_id, LATERAL (SELECT (lines.id % 15 = 0)::int AS damaged) AS made, filled_admin
    WHERE back_at IS NOT NULL AND NOT is_lost ORDER BY lines.id;
    INSERT INTO stock_entries (product_id, order_id, reason, quantity, entered_at, entered_by)
    SELECT product_id, order_id, CASE WHEN is_lost THEN 'lost' ELSE 'damaged' END, CASE WHEN is_lost THEN - quantity ELSE - damaged END,
      back_at, filled_admin.id
    FROM order_lines AS lines JOIN filled_state ON n = order_id LEFT JOIN returned_pieces ON order_line_id = lines.id, filled_admin
    WHERE back_at IS NOT NULL AND (is_lost OR damaged > 0) ORDER BY back_at, lines.id;
    INSERT INTO stock_entries (product_id, quantity, entered_at, entered_by)
    SELECT products.id, pieces, products.created_at, filled_admin.id
    FROM filled_admin, products
      LEFT JOIN (SELECT product_id, sum(quantity)::int AS held FROM order_lines JOIN orders ON orders.id = order_id
        WHERE (deleted_at IS NULL AND status <> 'cancelled') OR (left_at IS NOT NULL AND pieces_back_at IS NULL) GROUP BY 1) AS outside
        ON outside.product_id = products.id
      LEFT JOIN (SELECT product_id, sum(quantity)::int AS taken FROM stock_entries GROUP BY 1) AS gone ON gone.product_id = products.id,
      LATERAL (SELECT stock + coalesce(held, 0) - coalesce(taken, 0) AS pieces) AS entered
    WHERE pieces > 0`)
}
