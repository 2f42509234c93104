/** What must hold at every moment, whoever races: each query finds what breaks its promise, and must find no row. */
export interface Audit {
  name: string
  /** What the back office calls it. */
  title: string
  sql: string
}

const LIVE = `orders.deleted_at is null and orders.status <> 'cancelled'`

/** The lines of each order added up at both prices. */
const SUMS = `
  select order_id, count(*) as lines, count(distinct product_id) as products,
    sum(quantity * user_price)::bigint as sold, sum(quantity * distributor_price)::bigint as cost
  from order_lines group by order_id`

export const audits: readonly Audit[] = [
  {
    name: 'a stock is what was entered less what live orders hold',
    title: 'Un stock est ce qui est entré moins ce que tiennent les commandes',
    sql: `
      select products.id, products.stock, entered.pieces as entered, held.pieces as held
      from products
      left join (select product_id, sum(quantity) as pieces from stock_entries group by 1) entered
        on entered.product_id = products.id
      left join (
        select product_id, sum(quantity) as pieces from order_lines
        join orders on orders.id = order_lines.order_id where ${LIVE} group by 1
      ) held on held.product_id = products.id
      where products.stock <> coalesce(entered.pieces, 0) - coalesce(held.pieces, 0)`,
  },
  {
    name: 'a stock is never below zero',
    title: 'Aucun stock n’est négatif',
    sql: `select id, stock from products where stock < 0`,
  },
  {
    name: 'an order has 1 to 50 lines of different products',
    title: 'Une commande a de 1 à 50 lignes de produits différents',
    sql: `
      select orders.id, sums.lines from orders left join (${SUMS}) sums on sums.order_id = orders.id
      where sums.lines is null or sums.lines > 50 or sums.products <> sums.lines`,
  },
  {
    name: 'a line has 1 to 1000 pieces, and its distributor price is not above the public one',
    title: 'Une ligne a de 1 à 1 000 pièces, et un prix distributeur qui ne dépasse pas le prix client',
    sql: `
      select id from order_lines
      where quantity not between 1 and 1000 or distributor_price not between 1 and user_price`,
  },
  {
    name: 'an order’s figures are what its lines, its code and its city give',
    title: 'Les montants d’une commande découlent de ses lignes, de son code et de sa ville',
    sql: `
      with expected as (
        select orders.id,
          case orders.origin when 'supplier' then cost else sold end as subtotal,
          case orders.origin when 'promo' then (sold * 5 + 50) / 100 else 0 end as discount,
          case lower(orders.city) when 'casablanca' then 2000 else 3500 end as delivery,
          sold, cost
        from orders join (${SUMS}) sums on sums.order_id = orders.id
      )
      select orders.id from orders join expected on expected.id = orders.id
      where (orders.subtotal, orders.discount, orders.delivery) is distinct from
          (expected.subtotal, expected.discount, expected.delivery)
        or orders.total <> expected.subtotal - expected.discount + expected.delivery
        or orders.collected <> sold - expected.discount + expected.delivery
        or orders.gain <> case orders.origin
          when 'supplier' then sold - cost
          when 'promo' then greatest(0, sold - cost - expected.discount)
          else 0 end`,
  },
  {
    name: 'an order’s supplier is a supplier, and its customer is that supplier’s or a visitor’s',
    title: 'Le fournisseur et le client d’une commande vont ensemble',
    sql: `
      select orders.id from orders
      join customers on customers.id = orders.customer_id
      left join accounts on accounts.id = orders.supplier_id
      where (orders.supplier_id is not null and accounts.role is distinct from 'supplier')
        or customers.supplier_id is distinct from
          case orders.origin when 'supplier' then orders.supplier_id end`,
  },
  {
    name: 'payment is decided on delivered orders alone, and dated when the money came',
    title: 'Seule une commande livrée a un paiement, daté s’il est reçu',
    sql: `
      select id from orders
      where (payment <> 'pending' and status <> 'delivered') or (payment = 'paid') <> (paid_at is not null)`,
  },
  {
    name: 'a deleted order was not delivered, and says who deleted it',
    title: 'Une commande supprimée n’était pas livrée, et dit qui l’a supprimée',
    sql: `
      select id from orders
      where (deleted_at is not null and status = 'delivered') or (deleted_at is null) <> (deleted_by is null)`,
  },
  {
    name: 'an order’s status is its last move, and after a final one there is none',
    title: 'Le statut d’une commande est son dernier changement, et un statut final le reste',
    sql: `
      select orders.id from orders
      left join lateral (
        select status from order_moves where order_id = orders.id order by id desc limit 1
      ) latest on true
      where orders.status <> coalesce(latest.status, 'pending')
      union all
      select earlier.order_id from order_moves earlier
      join order_moves later on later.order_id = earlier.order_id and later.id > earlier.id
      where earlier.status in ('delivered', 'cancelled')`,
  },
  {
    name: 'a key’s answer is kept whole, and names one order that is there',
    title: 'Une clé d’envoi répond d’une seule commande, qui existe',
    sql: `
      with named as (
        select key, (answer::json -> 'order' ->> 'OrderID')::int as order_id
        from idempotency_keys where route = 'POST /api/orders/create'
      )
      select key from idempotency_keys where status is null or answer is null
      union all
      select key from named where not exists (select from orders where orders.id = named.order_id)
      union all
      select min(key) from named group by order_id having count(*) > 1`,
  },
  {
    name: 'what a supplier earned is what it can withdraw and what it asked for',
    title: 'Les gains d’un fournisseur sont son solde plus ses retraits',
    sql: `
      with earned as (
        select supplier_id as id, sum(gain) as total, coalesce(sum(gain) filter (where held_by is null), 0) as due
        from orders
        where status = 'delivered' and payment <> 'void' and deleted_at is null and supplier_id is not null
        group by 1
      ), asked as (
        select account_id as id, sum(amount) as total from withdrawals where status <> 'refused' group by 1
      )
      select accounts.id, earned.total as earned, earned.due, asked.total as asked
      from accounts left join earned on earned.id = accounts.id left join asked on asked.id = accounts.id
      where accounts.role = 'supplier' and coalesce(earned.total, 0) <> coalesce(earned.due, 0) + coalesce(asked.total, 0)`,
  },
  {
    name: 'a supplier’s withdrawal is the sum of its orders, each of them its own and held by no other',
    title: 'Un retrait est la somme de ses commandes, chacune dans un seul retrait',
    sql: `
      select withdrawals.id from withdrawals
      join accounts on accounts.id = withdrawals.account_id and accounts.role = 'supplier'
      left join withdrawal_orders link on link.withdrawal_id = withdrawals.id
      left join orders on orders.id = link.order_id
      group by withdrawals.id
      having withdrawals.amount is distinct from sum(orders.gain)
        or bool_or(orders.supplier_id is distinct from withdrawals.account_id)
        or (withdrawals.status <> 'refused' and bool_or(orders.held_by is distinct from withdrawals.id))
      union all
      select held_by from orders where held_by is not null and not exists (
        select from withdrawal_orders link join withdrawals on withdrawals.id = link.withdrawal_id
        where link.order_id = orders.id and withdrawals.id = orders.held_by and withdrawals.status <> 'refused'
      )`,
  },
  {
    name: 'a buyer sold no more than it bought, and asked for no more than it sold',
    title: 'Un acheteur ne vend pas plus qu’il n’a acheté et ne retire pas plus qu’il n’a vendu',
    sql: `
      select accounts.id from accounts
      left join (select buyer_id, sum(amount) as total from purchases where status = 'approved' group by 1) bought
        on bought.buyer_id = accounts.id
      left join (select buyer_id, sum(amount) as total from sales group by 1) sold on sold.buyer_id = accounts.id
      left join (
        select account_id, sum(amount) as total from withdrawals where status <> 'refused' group by 1
      ) asked on asked.account_id = accounts.id
      where accounts.role = 'buyer'
        and (coalesce(sold.total, 0) > coalesce(bought.total, 0) or coalesce(asked.total, 0) > coalesce(sold.total, 0))`,
  },
  {
    name: 'the tallies of orders are what the orders add up to',
    title: 'Les totaux des commandes sont ceux des commandes elles-mêmes',
    sql: `
      with told as (
        select supplier_id, placed_on, status, payment, is_held, sum(orders) as orders, sum(collected) as collected, sum(gain) as gain
        from order_tally_rows group by 1, 2, 3, 4, 5
      ), counted as (
        select supplier_id, placed_on, status, payment, held_by is not null as is_held,
          count(*) as orders, sum(collected) as collected, sum(gain) as gain
        from orders where deleted_at is null group by 1, 2, 3, 4, 5
      )
      (select * from told where orders <> 0 or collected <> 0 or gain <> 0 except select * from counted)
      union all (select * from counted except select * from told)`,
  },
  {
    name: 'the tallies of all days are what the days add up to',
    title: 'Les totaux de tous les jours sont la somme des jours',
    sql: `
      with days as (
        select supplier_id, status, payment, is_held, sum(orders) as orders, sum(collected) as collected, sum(gain) as gain
        from order_tally_rows group by 1, 2, 3, 4
      ), totals as (
        select supplier_id, status, payment, is_held, sum(orders) as orders, sum(collected) as collected, sum(gain) as gain
        from order_total_rows group by 1, 2, 3, 4
      )
      (select * from days except select * from totals) union all (select * from totals except select * from days)`,
  },
  {
    name: 'the tallies of the shop are what those of all suppliers add up to',
    title: 'Les totaux de la boutique sont la somme de ceux des fournisseurs',
    sql: `
      with theirs as (
        select placed_on, status, payment, sum(orders) as orders, sum(collected) as collected
        from order_tallies group by 1, 2, 3
      ), shops as (select placed_on, status, payment, orders, collected from shop_tallies)
      (select * from theirs except select * from shops) union all (select * from shops except select * from theirs)`,
  },
  {
    name: 'the tallies of lists are the rows that they have',
    title: 'Les longueurs des listes sont celles des listes elles-mêmes',
    sql: `
      with told as (
        select list, kind, sum(rows) as rows from list_tally_rows group by 1, 2 having sum(rows) <> 0
      ), counted as (
        select 'customers' as list, (id / 1000)::text as kind, count(*) as rows from customers group by 2
        union all
        select 'products', id / 1000 || ' ' || category, count(*) from products where deleted_at is null group by 2
        union all
        select 'scarce_products', stock || ' ' || category, count(*) from products
        where deleted_at is null and stock <= 5 group by 2
        union all
        select 'accounts', role || case when banned_at is null then '' else ' banned' end, count(*) from accounts group by 2
        union all
        select 'withdrawals', id / 1000 || ' ' || status, count(*) from withdrawals group by 2
        union all
        select 'purchases', id / 1000 || ' ' || status, count(*) from purchases group by 2
      )
      (select * from told except select * from counted) union all (select * from counted except select * from told)`,
  },
  {
    name: 'the tallies of buyers are what they bought, sold and withdrew',
    title: 'Les totaux d’un acheteur sont ses achats, ses ventes et ses retraits',
    sql: `
      with told as (select buyer_id, kind, status, rows, amount from buyer_tallies where rows <> 0 or amount <> 0),
      counted as (
        select buyer_id, 'purchase' as kind, status, count(*) as rows, sum(amount) as amount from purchases group by 1, 3
        union all
        select buyer_id, 'sale', '', count(*), sum(amount) from sales group by 1
        union all
        select account_id, 'withdrawal', status, count(*), sum(amount)
        from withdrawals join accounts on accounts.id = account_id where role = 'buyer' group by 1, 3
      )
      (select * from told except select * from counted) union all (select * from counted except select * from told)`,
  },
  {
    name: 'nothing is written by a banned account after its ban',
    title: 'Un compte banni n’écrit plus rien',
    sql: `
      select accounts.id from accounts join orders
        on orders.supplier_id = accounts.id and orders.created_at > accounts.banned_at
      union all
      select accounts.id from accounts join withdrawals
        on withdrawals.account_id = accounts.id and withdrawals.requested_at > accounts.banned_at
      union all
      select accounts.id from accounts join purchases
        on purchases.buyer_id = accounts.id and purchases.requested_at > accounts.banned_at
      union all
      select accounts.id from accounts join order_moves
        on order_moves.moved_by = accounts.id and order_moves.moved_at > accounts.banned_at`,
  },
]
