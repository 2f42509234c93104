import type pg from 'pg'

/** Lists that are handed over together, and parcels of each. */
const OF_A_LIST = 100

/** The parcel of each order that has left, with the demo's couriers: on lists, in each state that its order allows. */
export async function fillParcels(sql: pg.Client): Promise<void> {
  await sql.query(`
    CREATE TEMP TABLE filled_parcel AS
      SELECT orders.id, city, left_at, 1 + row_number() OVER (ORDER BY left_at, orders.id) / ${OF_A_LIST} AS list,
        CASE WHEN loss_note IS NOT NULL THEN 'lost' WHEN pieces_back_at IS NOT NULL THEN 'back'
          WHEN status = 'delivered' THEN 'delivered' WHEN status = 'cancelled' OR deleted_at IS NOT NULL THEN 'returning'
          ELSE (array['handed', 'in_network', 'in_network', 'out', 'out', 'no_answer', 'postponed', 'wrong_number', 'out_of_zone',
            'refused'])[1 + orders.id % 10] END AS state,
        greatest(left_at, updated_at) AS state_at
      FROM orders WHERE left_at IS NOT NULL;
    CREATE TEMP TABLE filled_courier AS SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS all_of_them FROM couriers;
    INSERT INTO handovers (id, year, nth, courier_id, created_at, handed_at) OVERRIDING SYSTEM VALUE
    SELECT list, extract(year FROM at), row_number() OVER (PARTITION BY extract(year FROM at) ORDER BY list), filled_courier.id, at, at
    FROM (SELECT list, max(left_at) AS at FROM filled_parcel GROUP BY 1) AS lists
      JOIN filled_courier ON place = list % all_of_them ORDER BY list;
    SELECT setval(pg_get_serial_sequence('handovers', 'id'), (SELECT max(id) FROM handovers));
    INSERT INTO parcels (order_id, courier_id, handover_id, tracking, state, state_at, last_event_at, fee_delivered, fee_refused, fee_returned)
    SELECT parcel.id, handovers.courier_id, list, 'C' || parcel.id, state, state_at, state_at, fee_delivered, fee_refused, fee_returned
    FROM filled_parcel AS parcel JOIN handovers ON handovers.id = list
      LEFT JOIN courier_cities AS tariff ON tariff.courier_id = handovers.courier_id AND tariff.city = parcel.city ORDER BY parcel.id;
    INSERT INTO parcel_events (order_id, at, source, state) SELECT id, left_at, 'order', 'handed' FROM filled_parcel ORDER BY left_at, id;
    INSERT INTO parcel_events (order_id, at, source, state)
    SELECT id, state_at, 'import', state FROM filled_parcel WHERE state <> 'handed' ORDER BY state_at, id`)
}
