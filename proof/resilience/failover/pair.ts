import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../shop.ts'
import type { Machine } from './machines.ts'
import { PostgresNode } from './postgres-node.ts'

const LOOK_EVERY_MS = 250
/** So many looks without an answer in a row are a server that is gone. */
const PATIENCE = 4
/** A standby that does not come so far is waited for again at the next look. */
const IN_SYNC_MS = 5_000

/**
 * A leader and its synchronous standby, and the arbiter who decides which of the two leads: what Patroni and etcd are to an
 * operator, in one process that is never wrong about itself. Its three rules are theirs: only a standby that is known to
 * have everything is promoted; who is not the leader and believes it is, is stopped; a leader without its standby goes on
 * alone, unless `strict`.
 */
export class Pair {
  strict = false
  leader: PostgresNode
  standby: PostgresNode
  /** Where HAProxy looks: 200 from the leader’s alone, by the path that Patroni has. */
  readonly checkPorts = new Map<PostgresNode, number>()
  #servers: Server[] = []
  #isInSync = false
  #misses = new Map<PostgresNode, number>()
  #isOpen = true
  #isPaused = true
  #look: Promise<void> = Promise.resolve()
  #looking: Promise<void> = Promise.resolve()

  private constructor(leader: PostgresNode, standby: PostgresNode) {
    this.leader = leader
    this.standby = standby
  }

  /** The leader alone, and nobody who decides, until `rejoin`. The stack closes it, also when opening it fails. */
  static async open(folder: string, machines: readonly [Machine, Machine], open: AsyncDisposableStack): Promise<Pair> {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    const [one, two] = [
      new PostgresNode('one', await freePort(), join(folder, 'one'), machines[0]),
      new PostgresNode('two', await freePort(), join(folder, 'two'), machines[1]),
    ]
    const pair = new Pair(one, two)
    open.defer(() => pair.close())
    await one.initialise()
    for (const node of [one, two]) await pair.#serveRole(node)
    pair.#looking = pair.#lookWithoutEnd()
    return pair
  }

  private async close(): Promise<void> {
    this.#isOpen = false
    await this.#looking
    for (const node of [this.leader, this.standby]) await node.kill()
    for (const server of this.#servers) server.close().closeAllConnections()
  }

  /** The standby is made anew from the leader; resolves once every commit waits for it. */
  async rejoin(): Promise<void> {
    await this.#paused(() => this.standby.follow(this.leader))
    await this.#untilInSync()
  }

  /** Changes the two in turn, as `patronictl switchover` does: the old one ends cleanly, the other has all of it. */
  async switchOver(): Promise<void> {
    const old = this.leader
    await this.#paused(async () => {
      await old.stop()
      await this.#promote()
    })
    await this.rejoin()
  }

  async untilLeads(node: PostgresNode): Promise<void> {
    while (this.leader !== node || !(await node.leads())) await sleep(50)
  }

  async #untilInSync(): Promise<void> {
    while (!this.#isInSync) await sleep(50)
  }

  async #paused(work: () => Promise<void>): Promise<void> {
    this.#isPaused = true
    // What it saw before must not be acted on afterwards.
    await this.#look
    this.#isInSync = false
    await work()
    this.#isPaused = false
  }

  async #lookWithoutEnd(): Promise<void> {
    while (this.#isOpen) {
      // A server that goes away in the middle of it is looked at again.
      this.#look = this.#isPaused ? Promise.resolve() : this.#decide().catch(() => undefined)
      await this.#look
      await sleep(LOOK_EVERY_MS)
    }
  }

  async #decide(): Promise<void> {
    const [isLeaderGone, isStandbyGone] = await Promise.all([this.#isGone(this.leader), this.#isGone(this.standby)])
    if (isLeaderGone && this.#isInSync && !isStandbyGone) return await this.#promote()
    if (!this.#misses.get(this.standby) && (await this.standby.leads())) return await this.standby.kill()
    if (isLeaderGone || this.#misses.get(this.leader)) return
    const state = await this.#standbyState().catch(() => null)
    if (state === 'streaming' && !this.#isInSync) await this.#waitFor(this.standby.name)
    else if (this.#isInSync && isStandbyGone && !this.strict) await this.#waitFor('')
  }

  async #isGone(node: PostgresNode): Promise<boolean> {
    const misses = (await node.answers()) ? 0 : (this.#misses.get(node) ?? 0) + 1
    this.#misses.set(node, misses)
    return misses >= PATIENCE
  }

  async #standbyState(): Promise<unknown> {
    // A standby that is not followed to the end yet is not waited for.
    const { state } = await this.leader.ask(
      `select state from pg_stat_replication where application_name = '${this.standby.name}'
         and pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn) < 1e6`,
    )
    return (await this.standby.answers()) ? state : null
  }

  /** Every commit waits for the named one. It counts as having everything only once that is so. */
  async #waitFor(name: string): Promise<void> {
    if (name === '') this.#isInSync = false
    await this.leader.ask(`alter system set synchronous_standby_names = '${name}'`)
    await this.leader.ask('select pg_reload_conf()')
    if (name === '') return
    const { now } = await this.leader.ask('select pg_current_wal_lsn() as now')
    for (const begin = performance.now(); ; await sleep(20)) {
      const { has } = await this.leader.ask(
        `select sync_state = 'sync' and flush_lsn >= '${now}' as has from pg_stat_replication where application_name = '${name}'`,
      )
      if (has) break
      if (performance.now() - begin > IN_SYNC_MS) return
    }
    this.#isInSync = true
  }

  async #promote(): Promise<void> {
    const old = this.leader
    await this.standby.ask('select pg_promote(true, 30)', 'postgres', 30_000)
    this.leader = this.standby
    this.standby = old
    this.#isInSync = false
    this.#misses.clear()
  }

  async #serveRole(node: PostgresNode): Promise<void> {
    const server = createServer((_, answer) => {
      answer.writeHead(node === this.leader && !this.#misses.get(node) ? 200 : 503).end()
    })
    this.#servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    this.checkPorts.set(node, (server.address() as { port: number }).port)
  }
}
