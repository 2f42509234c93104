import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { constraintOf } from '#platform/db/database.ts'
import { openTestShop, type TestShop } from '../test-app.ts'

let shop: TestShop

/** One direct order of two lines, 20 DH of delivery. */
beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  const ids = [await shop.addProduct(), await shop.addProduct()]
  const customer_id = await shop.addCustomer()
  const lines = { product_ids: ids, prices: [149.5, 149.5], priceGain: [149.5, 149.5], quantities: [1, 2] }
  const answer = await shop.call('POST', '/api/orders/create', { body: { ...lines, customer_id } })
  expect(answer.status).toBe(201)
})

afterAll(() => shop.close())

const SUPPLIER = `(select min(id) from accounts where role = 'supplier')`
const order = (change: string) => `update orders set ${change}`
const counted = (damaged: number) => `insert into returned_pieces
  select id, quantity - (${damaged}), ${damaged}, 0, now() from order_lines`
const pictured = (place: number) =>
  `insert into product_images (product_id, place, image) select id, ${place}, 'a' from products`
const packed = (row: string) =>
  `insert into pack_items (pack_id, product_id, place, pieces) select ${row} from products`
const sara = (change: string) => `update accounts set ${change} where email = 'sara@shop.example'`
const karim = (change: string) => `update accounts set ${change} where email = 'karim@shop.example'`

test.each<[string, string]>([
  ['an_order_status_is_known', order(`status = 'lost'`)],
  ['a_payment_status_is_known', order(`status = 'delivered', payment = 'half'`)],
  ['only_delivered_orders_are_paid', order(`payment = 'void'`)],
  ['a_payment_is_dated', order(`status = 'delivered', payment = 'paid'`)],
  ['a_payment_is_dated', order(`paid_at = now()`)],
  ['an_origin_is_known', order(`origin = 'heaven', supplier_id = ${SUPPLIER}`)],
  ['a_supplier_stands_behind_its_orders', order(`supplier_id = ${SUPPLIER}`)],
  ['a_supplier_stands_behind_its_orders', order(`origin = 'supplier'`)],
  ['a_code_makes_a_promo_order', order(`promo_code = 'SARA10'`)],
  ['only_codes_give_discounts', order('discount = 100, total = total - 100, collected = collected - 100')],
  ['a_gain_is_never_negative', order('gain = -1')],
  ['nobody_gains_without_a_supplier', order('gain = 1')],
  ['a_total_adds_up', order('total = total + 1, collected = collected + 1')],
  ['a_courier_collects_public_prices', order('collected = collected - 1')],
  ['only_codes_give_discounts', order('discount_percent = 5')],
  ['a_discount_is_a_percentage', order('discount_percent = -1')],
  ['delivery_is_never_negative', order('delivery = -1, total = total - 2001, collected = collected - 2001')],
  ['a_deleted_order_was_not_delivered', order(`status = 'delivered', deleted_at = now()`)],
  ['an_order_in_transit_has_left', order(`status = 'in_transit'`)],
  ['a_waiting_order_has_not_left', order('left_at = now()')],
  ['pieces_that_never_left_do_not_come_back', order(`status = 'cancelled', pieces_back_at = now()`)],
  ['pieces_of_a_live_order_stay_out', order(`status = 'delivered', left_at = now(), pieces_back_at = now()`)],
  ['only_lost_pieces_have_a_loss_note', order(`loss_note = 'Perdu'`)],
  ['pieces_are_counted_from_zero', counted(-1)],
  ['a_stock_reason_is_known', `update stock_entries set reason = 'eaten', order_id = 1, quantity = -1`],
  ['a_loss_names_its_order', `update stock_entries set reason = 'lost', quantity = -1`],
  ['a_typed_stock_names_its_export', 'update stock_entries set typed_stock = 5'],
  ['a_loss_takes_pieces', `update stock_entries set reason = 'lost', order_id = 1`],
  [
    'a_staff_note_is_short',
    `insert into order_notes (order_id, staff_note, written_at, written_by) select 1, '', now(), id from accounts`,
  ],
  ['a_line_has_1_to_1000_pieces', 'update order_lines set quantity = 0'],
  ['a_line_has_1_to_1000_pieces', 'update order_lines set quantity = 1001'],
  ['an_order_names_a_product_once', 'update order_lines set product_id = (select min(id) from products)'],
  ['a_phone_is_digits', `update customers set phone = '06 12 34 56 78'`],
  ['stock_is_never_below_zero', 'update products set stock = -1'],
  ['a_user_price_has_bounds', 'update products set user_price = 100000000, distributor_price = 1'],
  ['a_distributor_price_has_bounds', 'update products set distributor_price = user_price + 1'],
  ['a_distributor_price_has_bounds', 'update products set distributor_price = 0'],
  ['a_category_is_known', `update products set category = 'toys'`],
  ['a_benefit_is_one_short_line', `update products set benefit = repeat('x', 61)`],
  ['a_benefit_is_one_short_line', `update products set benefit = ''`],
  ['a_product_has_five_pictures_at_most', pictured(1)],
  ['a_product_has_five_pictures_at_most', pictured(6)],
  ['a_product_has_one_picture_at_a_place', `${pictured(2)} union all select id, 2, 'b' from products`],
  ['a_pack_is_not_in_itself', packed('min(id), min(id), 1, 1')],
  ['a_pack_has_1_to_99_pieces', packed('min(id), max(id), 1, 100')],
  [
    'a_pack_names_a_product_once',
    `${packed('min(id), max(id), 1, 1')} union all select min(id), max(id), 2, 1 from products`,
  ],
  ['a_role_is_known', karim(`role = 'owner'`)],
  ['only_suppliers_have_codes', karim(`promo_code = 'KARIM10'`)],
  ['a_promo_code_is_short_capitals', sara(`promo_code = 'sara10'`)],
  ['a_promo_code_has_one_owner', sara(`promo_code = 'YOUSSEF5'`)],
  ['an_erased_account_stays_banned', karim('erased_at = now()')],
  ['an_identifier_is_given_once', sara(`custom_id = 'f-1002'`)],
  ['an_email_has_one_account', sara(`email = 'YOUSSEF@shop.example'`)],
])('%s, whoever writes « %s »', async (constraint, statement) => {
  const wrong = shop.db.execute(sql.raw(statement)).then(() => 'written')
  expect(constraintOf(await wrong.catch((error: unknown) => error))).toBe(constraint)
})
