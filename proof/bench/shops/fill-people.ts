import type pg from 'pg'
import { ANNOUNCEMENTS, COUNTS, DESCRIPTION, drawn, oneOf, phoneSql, storeTexts } from './invented-texts.ts'
import { ADMIN, MEASURED_BUYER, MEASURED_SUPPLIER, type Size } from './shop-sizes.ts'

/** The accounts, the catalogue, and the money of buyers. */
export async function fillPeopleAndProducts(sql: pg.Client, size: Size): Promise<void> {
  await storeTexts(sql)
  await fillAccounts(sql, size)
  await fillCatalogue(sql, size)
  await fillBuyers(sql, 20 * size.buyers)
}

/** Suppliers and buyers, beside those of the demo; the measured ones are number 0 of theirs. */
async function fillAccounts(sql: pg.Client, { suppliers, buyers }: Size): Promise<void> {
  for (const [role, letter, count, salt, measured] of [
    ['supplier', 'F', suppliers, 1, MEASURED_SUPPLIER],
    ['buyer', 'B', buyers, 2, MEASURED_BUYER],
  ] as const)
    await sql.query(`
      INSERT INTO accounts (custom_id, role, name, email, phone, address, promo_code, rib, created_at, banned_at, search)
      SELECT custom_id, '${role}', name.shown, email, phone, n % 90 + 1 || ', ' || place.shown,
        ${role === 'supplier' ? `'CODE' || lpad(n::text, 5, '0')` : 'NULL'},
        CASE WHEN n % 7 > 0 THEN '007780' || lpad(n::text, 18, '0') END,
        now() - (${count} - n) * interval '365 days' / ${count}, CASE WHEN n % 10 = 0 THEN now() END,
        lower(custom_id) || ' ' || name.searched || ' ' || email || ' ' || phone
      FROM generate_series(1, ${count}) AS n
        JOIN text_name AS name ON name.nth = ${drawn(salt)} % ${COUNTS.name}
        JOIN text_place AS place ON place.nth = ${drawn(salt + 2)} % ${COUNTS.place},
        LATERAL (SELECT '${letter}-' || nextval('${role}_numbers') AS custom_id, ${phoneSql('90000000 - n')} AS phone) AS given,
        LATERAL (SELECT lower(custom_id) || '@mesure.example' AS email) AS reached
      ORDER BY n;
      CREATE TEMP TABLE filled_${role} AS
        SELECT row_number() OVER (ORDER BY custom_id <> '${measured.identifier}', id)::int - 1 AS nth, id, promo_code FROM accounts
        WHERE role = '${role}' AND (email LIKE '%@mesure.example' OR custom_id = '${measured.identifier}');
      CREATE UNIQUE INDEX ON filled_${role} (nth); ANALYZE filled_${role}`)
  await sql.query(`
    INSERT INTO promo_codes (code, account_id, since)
    SELECT promo_code, id, created_at FROM accounts WHERE promo_code LIKE 'CODE%';
    CREATE TEMP TABLE filled_admin AS SELECT id FROM accounts WHERE custom_id = '${ADMIN.identifier}'`)
}

/** Up to the size, beside the products of the demo, whose pictures they share. One of fifty is nearly sold out. */
async function fillCatalogue(sql: pg.Client, { products, announcements }: Size): Promise<void> {
  await sql.query(`
    WITH pictures AS (SELECT array_agg(image ORDER BY id) AS files, count(*)::int AS count FROM products)
    INSERT INTO products (name, description, user_price, distributor_price, stock, category, image, created_at, updated_at, search, words)
    SELECT text.shown, '${DESCRIPTION}', price, price * 3 / 4,
      CASE WHEN n % 200 = 0 THEN 0 WHEN n % 50 = 0 THEN 3 ELSE 600 + ${drawn(4)} % 1500 END,
      (array['cosmetic', 'supplement', 'pack'])[n % 3 + 1], files[n % pictures.count + 1],
      now() - (${products} - n) * interval '365 days' / ${products}, now(), text.searched,
      ' ' || text.searched || ' un soin de tous les jours pour la peau et les cheveux fabrique au maroc sans paraben ni silicone'
    FROM pictures, generate_series(1, ${products} - pictures.count) AS n
      JOIN text_product AS text ON text.nth = n::bigint * 1009 % ${COUNTS.product},
      LATERAL (SELECT 4900 + (${drawn(3)} % 60) * 500 AS price) AS made
    ORDER BY n;
    CREATE TEMP TABLE filled_product AS
      SELECT row_number() OVER (ORDER BY id)::int - 1 AS nth, id, name, user_price, distributor_price FROM products WHERE stock > 3;
    CREATE UNIQUE INDEX ON filled_product (nth); ANALYZE filled_product;
    INSERT INTO announcements (title, message, is_active, created_at)
    SELECT ${oneOf(ANNOUNCEMENTS, 'n')}, 'Livraison offerte cette semaine.', n % 20 = 0, now() - (${announcements} - n) * interval '4 days'
    FROM generate_series(1, ${announcements}) AS n`)
}

/** Purchases, sales, declarations and withdrawals of buyers. One of five is the measured buyer's. */
async function fillBuyers(sql: pg.Client, count: number): Promise<void> {
  await sql.query(`
    CREATE TEMP TABLE filled_deal AS
      SELECT n, filled_buyer.id AS buyer_id, now() - (${count} - n) * interval '365 days' / ${count} AS moment,
        (array[500000, 500000, 1000000, 1500000, 2000000])[n % 5 + 1] AS bought, 20000 + (${drawn(5)} % 300) * 500 AS sold,
        CASE WHEN n > ${count} - greatest(2, ${count} / 200) THEN 'pending' WHEN n % 50 = 1 THEN 'refused' ELSE 'approved' END AS status,
        n % 3 = 0 AS is_declared
      FROM generate_series(1, ${count}) AS n
        JOIN filled_buyer ON nth = CASE WHEN n % 5 = 0 THEN 0 ELSE ${drawn(16)} % (SELECT count(*) FROM filled_buyer) END;
    INSERT INTO purchases (buyer_id, amount, status, reason, requested_at, decided_at, decided_by)
    SELECT buyer_id, bought, status, CASE WHEN status = 'refused' THEN 'Virement non reçu.' END, moment,
      CASE WHEN status <> 'pending' THEN moment + interval '4 hours' END,
      CASE WHEN status <> 'pending' THEN filled_admin.id END FROM filled_deal, filled_admin ORDER BY n;
    INSERT INTO sales (id, buyer_id, amount, recorded_at, recorded_by) OVERRIDING SYSTEM VALUE
    SELECT n, buyer_id, sold, moment + interval '6 hours', filled_admin.id FROM filled_deal, filled_admin WHERE status = 'approved';
    SELECT setval(pg_get_serial_sequence('sales', 'id'), ${count});
    INSERT INTO sale_declarations (buyer_id, sale_id, note, amount, status, reason, declared_at, decided_at, decided_by)
    SELECT buyer_id, CASE WHEN status = 'approved' THEN n END, CASE WHEN n % 2 = 0 THEN 'Vendu au marché du samedi' END, sold, status,
      CASE WHEN status = 'refused' THEN 'Reçu illisible.' END, moment + interval '5 hours',
      CASE WHEN status <> 'pending' THEN moment + interval '6 hours' END, CASE WHEN status <> 'pending' THEN filled_admin.id END
    FROM filled_deal, filled_admin WHERE is_declared OR status = 'pending' ORDER BY n;
    INSERT INTO withdrawals (account_id, amount, status, reference, requested_at, decided_at, decided_by)
    SELECT buyer_id, amount, status, CASE WHEN status = 'approved' THEN 'VIR-B-' || buyer_id END, now() - interval '50 days',
      CASE WHEN status = 'approved' THEN now() - interval '48 days' END, CASE WHEN status = 'approved' THEN filled_admin.id END
    FROM filled_admin, (
      SELECT buyer_id, sum(amount) AS amount, CASE WHEN buyer_id % 6 = 0 THEN 'pending' ELSE 'approved' END AS status FROM sales
      WHERE recorded_at < now() - interval '60 days' GROUP BY 1) AS sold
    ORDER BY buyer_id`)
}
