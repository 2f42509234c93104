import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

/** The behaviours of a mail server. */
export type MailBehaviour =
  | 'well'
  /** Greets and never says another word. */
  | 'hangs'
  /** Says 451 to the whole letter. */
  | 'defers'
  /** Says 550 to it: for good, it thinks. */
  | 'refuses'
  /** Hangs up in the middle of the letter. */
  | 'drops'
  /** Takes the letter and hangs up before it says so. */
  | 'forgets to thank'

/** A mail server that takes letters, or does what a bad one does. */
export class MailServer {
  manners: MailBehaviour = 'well'
  /** Complete letters received, acknowledged or not. */
  readonly letters: string[] = []
  /** Connections, by behaviour. */
  readonly visits = new Map<MailBehaviour, number>()
  readonly #port: number
  #server: Server | undefined

  constructor(port: number) {
    this.#port = port
  }

  async open(): Promise<void> {
    this.#server = createServer((socket) => this.#serve(socket))
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  close(): void {
    this.#server?.close()
  }

  #serve(socket: Socket): void {
    const { manners } = this
    this.visits.set(manners, (this.visits.get(manners) ?? 0) + 1)
    socket.on('error', () => undefined)
    socket.write('220 trust ESMTP\r\n')
    if (manners === 'hangs') return
    let received = ''
    let letter: string | null = null
    socket.setEncoding('utf8').on('data', (part: string) => {
      received += part
      for (let end = received.indexOf('\r\n'); end !== -1; end = received.indexOf('\r\n')) {
        const line = received.slice(0, end)
        received = received.slice(end + 2)
        if (letter === null) letter = this.#hear(socket, line)
        else if (line === '.') {
          this.#take(socket, letter, manners)
          letter = null
        } else letter += `${line}\r\n`
        // Bytes that arrived already, perhaps the whole letter, are not read any more.
        if (letter !== null && letter.length > 100 && manners === 'drops') return void socket.destroy()
      }
    })
  }

  /** Answers a command. A letter begins when it is not null any more. */
  #hear(socket: Socket, line: string): string | null {
    const [command = ''] = line.toUpperCase().split(/[ :]/)
    if (command === 'DATA') {
      socket.write('354 go on\r\n')
      return ''
    }
    if (command === 'QUIT') socket.end('221 bye\r\n')
    else socket.write('250 ok\r\n')
    return null
  }

  #take(socket: Socket, letter: string, manners: MailBehaviour): void {
    if (manners === 'defers' || manners === 'refuses') {
      socket.write(manners === 'defers' ? '451 try again later\r\n' : '550 not here\r\n')
      return
    }
    this.letters.push(letter)
    if (manners === 'forgets to thank') socket.destroy()
    else socket.write('250 taken\r\n')
  }
}
