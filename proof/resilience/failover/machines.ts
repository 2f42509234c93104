import { spawnSync } from 'node:child_process'

/** `outer` leads to the shops and their balancer, `inner` to the other machine and to the arbiter. */
type Cable = 'outer' | 'inner'
const CABLES: readonly Cable[] = ['outer', 'inner']

/** Where a server of PostgreSQL runs, as far as its network goes. */
export interface Machine {
  address: Readonly<Record<Cable, string>>
  /** The words that make the command after them run on it, as this user. */
  enter: (user: { uid?: number; gid?: number }) => string[]
  /** What was on its way is gone, and nobody is told. */
  pull: (...cables: Cable[]) => void
  plug: () => void
}

/** This machine itself: its network cannot be cut. */
export const HERE: Machine = {
  address: { outer: '127.0.0.1', inner: '127.0.0.1' },
  enter: () => [],
  pull: () => {
    throw new Error('Only a machine of its own has cables')
  },
  plug: () => undefined,
}

function ip(...words: string[]): void {
  const { status, stderr } = spawnSync('ip', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${words.join(' ')}: ${stderr}`)
}

/** Network namespaces are what root of a Linux with iproute2 may make. */
export function mayMakeMachines(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const name = `trust-${process.pid}-try`
  if (spawnSync('ip', ['netns', 'add', name]).status !== 0) return false
  return spawnSync('ip', ['netns', 'del', name]).status === 0
}

/**
 * Two machines, each a network namespace, with two cables each into a switch, which is a namespace of its own: no rule of
 * this machine's firewall reaches it. A cable is pulled at the switch, so the machine sees what it sees in a rack.
 */
export function openMachines(open: AsyncDisposableStack): [Machine, Machine] {
  const prefix = `t${process.pid}`
  const net = (cable: Cable) => `10.213.${(process.pid % 120) * 2 + CABLES.indexOf(cable)}`
  const names = ['switch', 'one', 'two'].map((name) => `${prefix}-${name}`) as [string, string, string]
  const [hub, one, two] = names
  // The interfaces of a namespace go with it.
  const remove = () => names.forEach((name) => void spawnSync('ip', ['netns', 'del', name]))
  process.once('exit', remove)
  open.defer(() => {
    process.off('exit', remove)
    remove()
  })
  for (const name of names) {
    ip('netns', 'add', name)
    ip('-n', name, 'link', 'set', 'lo', 'up')
  }
  for (const cable of CABLES) {
    ip('-n', hub, 'link', 'add', cable, 'type', 'bridge')
    ip('-n', hub, 'link', 'set', cable, 'up')
    const port = `${prefix}${cable[0]}`
    ip('link', 'add', port, 'type', 'veth', 'peer', 'name', `us-${cable}`, 'netns', hub)
    ip('address', 'add', `${net(cable)}.1/24`, 'dev', port)
    ip('link', 'set', port, 'up')
    joinSwitch(hub, `us-${cable}`, cable)
    for (const [nth, name] of [one, two].entries()) {
      ip('-n', name, 'link', 'add', cable, 'type', 'veth', 'peer', 'name', `${nth}-${cable}`, 'netns', hub)
      ip('-n', name, 'address', 'add', `${net(cable)}.${nth + 2}/24`, 'dev', cable)
      ip('-n', name, 'link', 'set', cable, 'up')
      joinSwitch(hub, `${nth}-${cable}`, cable)
    }
  }
  const machine = (name: string, nth: number): Machine => ({
    address: { outer: `${net('outer')}.${nth + 2}`, inner: `${net('inner')}.${nth + 2}` },
    enter: ({ uid = 0, gid = 0 }) => ['nsenter', `--net=/run/netns/${name}`, `--setuid=${uid}`, `--setgid=${gid}`],
    pull: (...cables) => cables.forEach((cable) => void ip('-n', hub, 'link', 'set', `${nth}-${cable}`, 'down')),
    plug: () => CABLES.forEach((cable) => void ip('-n', hub, 'link', 'set', `${nth}-${cable}`, 'up')),
  })
  return [machine(one, 0), machine(two, 1)]
}

function joinSwitch(hub: string, port: string, bridge: Cable): void {
  ip('-n', hub, 'link', 'set', port, 'master', bridge)
  ip('-n', hub, 'link', 'set', port, 'up')
}
