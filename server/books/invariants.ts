/**
 * A rule of the books that must hold at every moment, however calls race. Its query returns the rows that break it. A row
 * names the account concerned in `account_id` where it can: the withdrawals of that account stop, and those of all accounts
 * when a row names none. No query contains a fee or a percentage: they add up what is stored on the orders.
 */
export interface Invariant {
  name: string
  /** French, for the back office. */
  title: string
  sql: string
}

/** Orders whose pieces are not in stock: live ones, and those that a courier still has. */
const HOLDING = `((orders.deleted_at is null and orders.status <> 'cancelled')
  or (orders.left_at is not null and orders.pieces_back_at is null))`

/** Sums of each order's lines, at both prices. */
const SUMS = `
  select order_id, count(*) as lines, count(distinct product_id) as products,
    sum(quantity * user_price)::bigint as sold, sum(quantity * distributor_price)::bigint as cost
  from order_lines group by order_id`

export const invariants: readonly Invariant[] = [
  {
    name: 'a stock is what was entered less what orders hold that are live or outside',
    title: 'Un stock est ce qui est entré moins ce que tiennent les commandes',
    sql: `
      select products.id, products.stock, entered.pieces as entered, held.pieces as held
      from products
      left join (select product_id, sum(quantity) as pieces from stock_entries group by 1) entered
        on entered.product_id = products.id
      left join (
        select product_id, sum(quantity) as pieces from order_lines
        join orders on orders.id = order_lines.order_id where ${HOLDING} group by 1
      ) held on held.product_id = products.id
      where products.stock <> coalesce(entered.pieces, 0) - coalesce(held.pieces, 0)`,
  },
  {
    name: 'what is in transit has left, and pieces come back from no live order',
    title: 'Une commande en transit est partie, et rien ne revient d’une commande en cours',
    sql: `
      select id, supplier_id as account_id from orders
      where (status = 'in_transit' and left_at is null) or (status in ('pending', 'assigned') and left_at is not null)
        or (pieces_back_at is not null and (left_at is null or (status <> 'cancelled' and deleted_at is null)))`,
  },
  {
    name: 'what is in transit has its parcel, and a parcel is where its order says',
    title: 'Une commande en transit a son colis, et un colis est là où le dit sa commande',
    sql: `
      select orders.id, supplier_id as account_id, orders.status, parcels.state
      from orders left join parcels on parcels.order_id = orders.id
      where case
        when pieces_back_at is not null then parcels.state is null or parcels.state not in ('back', 'lost')
        when deleted_at is not null or status = 'cancelled' then
          parcels.state is distinct from case when left_at is null then null else 'returning' end
        when status = 'delivered' then parcels.state is distinct from 'delivered'
        when status = 'in_transit' then
          parcels.state is null or parcels.state in ('prepared', 'delivered', 'back', 'lost')
        -- A courier's file may know of a parcel that left before its list was handed over: a person looks at it.
        when status = 'assigned' then parcels.state is not null
          and (parcels.handover_id is null or parcels.state in ('delivered', 'back', 'lost'))
        else parcels.state is not null end`,
  },
  {
    name: 'lists of parcels are numbered without a gap, and none leaves a parcel behind',
    title: 'Les bordereaux se suivent sans trou, et un bordereau remis n’oublie aucun colis',
    sql: `
      select year as id from handovers group by year having max(nth) <> count(*) or min(nth) <> 1
      union all
      select parcels.order_id from parcels join handovers on handovers.id = parcels.handover_id
      where (parcels.state = 'prepared' and handovers.handed_at is not null)
        or parcels.courier_id is distinct from handovers.courier_id`,
  },
  {
    name: 'the pieces of a parcel come back once, and those that do not are written off once',
    title: 'Les pièces d’un colis reviennent une fois, celles qui manquent sont sorties une fois',
    sql: `
      with counted as (
        select orders.id, product_id, sum(quantity) as quantity,
          sum(intact + damaged + missing) as pieces, sum(damaged) as damaged, sum(missing) as missing
        from orders join order_lines on order_lines.order_id = orders.id
        left join returned_pieces on order_line_id = order_lines.id
        where pieces_back_at is not null group by 1, 2
      ), written_off as (
        select order_id, product_id, -sum(quantity) filter (where reason = 'damaged') as damaged,
          -sum(quantity) filter (where reason = 'missing') as missing, -sum(quantity) filter (where reason = 'lost') as lost
        from stock_entries where order_id is not null group by 1, 2
      )
      select counted.id, counted.product_id from counted
      left join written_off on order_id = counted.id and written_off.product_id = counted.product_id
      where (pieces is not null and (pieces <> quantity or lost is not null
          or coalesce(written_off.damaged, 0) <> counted.damaged or coalesce(written_off.missing, 0) <> counted.missing))
        or (pieces is null and (lost is distinct from quantity or written_off.damaged is not null or written_off.missing is not null))
      union all
      select order_id, product_id from returned_pieces join order_lines on order_lines.id = order_line_id
      join orders on orders.id = order_id where pieces_back_at is null
      union all
      select order_id, product_id from written_off where not exists (
        select from counted where counted.id = order_id and counted.product_id = written_off.product_id)`,
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
      select orders.id, orders.supplier_id as account_id, sums.lines from orders left join (${SUMS}) sums on sums.order_id = orders.id
      where sums.lines is null or sums.lines > 50 or sums.products <> sums.lines`,
  },
  {
    name: 'a line has 1 to 1000 pieces, and its distributor price is not above the public one',
    title: 'Une ligne a de 1 à 1 000 pièces, et un prix distributeur qui ne dépasse pas le prix client',
    sql: `
      select order_lines.id, orders.supplier_id as account_id
      from order_lines join orders on orders.id = order_lines.order_id
      where quantity not between 1 and 1000 or distributor_price not between 1 and user_price`,
  },
  {
    name: 'an order’s figures are what its lines, its percentage and its fee give',
    title: 'Les montants d’une commande découlent de ses lignes, de sa remise et de ses frais',
    sql: `
      with expected as (
        select orders.id,
          case orders.origin when 'supplier' then cost else sold end as subtotal,
          case orders.origin when 'promo' then (sold * discount_percent + 50) / 100 else 0 end as discount,
          sold, cost
        from orders join (${SUMS}) sums on sums.order_id = orders.id
      )
      select orders.id, orders.supplier_id as account_id from orders join expected on expected.id = orders.id
      where (orders.subtotal, orders.discount) is distinct from (expected.subtotal, expected.discount)
        or orders.total <> expected.subtotal - expected.discount + delivery
        or orders.collected <> sold - expected.discount + delivery
        or orders.gain <> case orders.origin
          when 'supplier' then sold - cost
          when 'promo' then greatest(0, sold - cost - expected.discount)
          else 0 end`,
  },
  {
    name: 'an order’s supplier is a supplier, and its customer is that supplier’s or a visitor’s',
    title: 'Le fournisseur et le client d’une commande vont ensemble',
    sql: `
      select orders.id, orders.supplier_id as account_id from orders
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
      select id, supplier_id as account_id from orders
      where (payment <> 'pending' and status <> 'delivered') or (payment = 'paid') <> (paid_at is not null)`,
  },
  {
    name: 'a deleted order was not delivered, and says who deleted it',
    title: 'Une commande supprimée n’était pas livrée, et dit qui l’a supprimée',
    sql: `
      select id, supplier_id as account_id from orders
      where (deleted_at is not null and status = 'delivered') or (deleted_at is null) <> (deleted_by is null)`,
  },
  {
    name: 'an order’s status is its last move, and after a final one there is none',
    title: 'Le statut d’une commande est son dernier changement, et un statut final le reste',
    sql: `
      select orders.id, supplier_id as account_id from orders
      left join lateral (
        select status from order_moves where order_id = orders.id order by id desc limit 1
      ) latest on true
      where orders.status <> coalesce(latest.status, 'pending')
      union all
      select earlier.order_id, supplier_id from order_moves earlier
      join order_moves later on later.order_id = earlier.order_id and later.id > earlier.id
      join orders on orders.id = earlier.order_id
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
        select supplier_id as id, sum(gain) as total, coalesce(sum(gain) filter (where withdrawal_id is null), 0) as due
        from orders
        where status = 'delivered' and payment <> 'void' and deleted_at is null and supplier_id is not null
        group by 1
      ), requested as (
        select account_id as id, sum(amount) as total from withdrawals where status <> 'refused' group by 1
      )
      select accounts.id, accounts.id as account_id, earned.total as earned, earned.due, requested.total as requested
      from accounts left join earned on earned.id = accounts.id left join requested on requested.id = accounts.id
      where accounts.role = 'supplier' and coalesce(earned.total, 0) <> coalesce(earned.due, 0) + coalesce(requested.total, 0)`,
  },
  {
    name: 'a supplier’s withdrawal is the sum of its orders, each of them its own and held by no other',
    title: 'Un retrait est la somme de ses commandes, chacune dans un seul retrait',
    sql: `
      select withdrawals.id, withdrawals.account_id from withdrawals
      join accounts on accounts.id = withdrawals.account_id and accounts.role = 'supplier'
      left join withdrawal_orders link on link.withdrawal_id = withdrawals.id
      left join orders on orders.id = link.order_id
      group by withdrawals.id
      having withdrawals.amount is distinct from sum(orders.gain)
        or bool_or(orders.supplier_id is distinct from withdrawals.account_id)
        or (withdrawals.status <> 'refused' and bool_or(orders.withdrawal_id is distinct from withdrawals.id))
      union all
      select withdrawal_id, supplier_id from orders where withdrawal_id is not null and not exists (
        select from withdrawal_orders link join withdrawals on withdrawals.id = link.withdrawal_id
        where link.order_id = orders.id and withdrawals.id = orders.withdrawal_id and withdrawals.status <> 'refused'
      )`,
  },
  {
    name: 'a buyer sold no more than it bought, and asked for no more than it sold',
    title: 'Un acheteur ne vend pas plus qu’il n’a acheté et ne retire pas plus qu’il n’a vendu',
    sql: `
      select accounts.id, accounts.id as account_id from accounts
      left join (select buyer_id, sum(amount) as total from purchases where status = 'approved' group by 1) bought
        on bought.buyer_id = accounts.id
      left join (select buyer_id, sum(amount) as total from sales group by 1) sold on sold.buyer_id = accounts.id
      left join (
        select account_id, sum(amount) as total from withdrawals where status <> 'refused' group by 1
      ) requested on requested.account_id = accounts.id
      where accounts.role = 'buyer'
        and (coalesce(sold.total, 0) > coalesce(bought.total, 0) or coalesce(requested.total, 0) > coalesce(sold.total, 0))`,
  },
  {
    name: 'a declared sale that was approved is one sale, of the same buyer and amount',
    title: 'Une vente déclarée et approuvée est une vente du même acheteur et du même montant',
    sql: `
      select sale_declarations.id, sale_declarations.buyer_id as account_id from sale_declarations
      left join sales on sales.id = sale_id
      where (sale_declarations.status = 'approved') <> (sale_id is not null)
        or (sale_id is not null
          and (sales.buyer_id, sales.amount) is distinct from (sale_declarations.buyer_id, sale_declarations.amount))`,
  },
  {
    name: 'a closed statement’s lines are decided, and add up to what was received and the accepted gap',
    title: 'Les lignes comptées d’un relevé clos font la somme reçue et l’écart accepté',
    sql: `
      select statements.id, received, accepted_gap, net from statements
      join lateral (
        select coalesce(sum(collected - coalesce(fee, 0)) filter (where decision in ('kept', 'claimed')), 0) as net,
          count(*) filter (where decision is null) as undecided
        from statement_lines where statement_id = statements.id
      ) lines on true
      where closed_at is not null and (net <> received + accepted_gap or undecided > 0)`,
  },
  {
    name: 'an order is paid by one line of a statement at most, and is settled once that is closed',
    title: 'Une commande est payée par une seule ligne de relevé, et réglée quand le relevé est clos',
    sql: `
      with paying as (
        select order_id, count(*) as lines, bool_or(closed_at is not null) as closed
        from statement_lines join statements on statements.id = statement_id
        where decision in ('kept', 'claimed') and collected > 0 group by 1
      )
      select orders.id, supplier_id as account_id from paying join orders on orders.id = order_id
      where lines > 1 or (closed and payment = 'pending')`,
  },
  {
    name: 'what is claimed for an order is no more than its amount, once',
    title: 'Une commande n’est réclamée qu’une fois, et jamais plus que son montant',
    sql: `
      select orders.id, sum(due) as due from claims join orders on orders.id = order_id
      where kind in ('amount', 'missing') and settled_at is null group by orders.id
      having sum(due) > orders.collected or count(*) > 1`,
  },
  {
    name: 'nothing is written by a banned account after its ban',
    title: 'Un compte banni n’écrit plus rien',
    sql: `
      select accounts.id, accounts.id as account_id from accounts join orders
        on orders.supplier_id = accounts.id and orders.created_at > accounts.banned_at
      union all
      select accounts.id, accounts.id from accounts join withdrawals
        on withdrawals.account_id = accounts.id and withdrawals.requested_at > accounts.banned_at
      union all
      select accounts.id, accounts.id from accounts join purchases
        on purchases.buyer_id = accounts.id and purchases.requested_at > accounts.banned_at
      union all
      select accounts.id, accounts.id from accounts join sale_declarations
        on sale_declarations.buyer_id = accounts.id and sale_declarations.declared_at > accounts.banned_at
      union all
      select accounts.id, accounts.id from accounts join order_moves
        on order_moves.moved_by = accounts.id and order_moves.moved_at > accounts.banned_at`,
  },
]
