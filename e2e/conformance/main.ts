/**
 * `npm run conformance -- --frame <url>`, and likewise for the other ends. Exit code 0 if all vectors pass, 1 if not, 2
 * for wrong usage.
 */
import { parseArgs } from 'node:util'
import type { Subject } from './play.ts'
import { press, runConformance, runnerOrigin } from './run.ts'

const usage = `npm run conformance -- <end> <url> [--port <port>] [--click <selector>] [--only <text>] [--every <number>]

  --frame        your modal frame; it must let the runner's page, http://host.localhost:<port>, embed it
  --host         your page; it must load http://modal.localhost:<port>/p/conformance/ as its frame
  --modal        your page; the modal in it must load http://wallet.localhost:<port>/p/conformance/ as its wallet
  --wallet       your wallet frame; it must speak to http://modal.localhost:<port> in http://host.localhost:<port>

  --port    of the runner: 5199 unless given
  --click   what to click, so that your page or modal loads its frame: "button" unless given
  --only    plays only vectors whose name contains the text
  --every   plays only each so-manieth hostile message, and a part of the handshake: a quick look`

const ends = { frame: 'modal', host: 'host', modal: 'walletModal', wallet: 'wallet' } as const satisfies Record<
  string,
  Subject
>
const names = Object.keys(ends) as readonly (keyof typeof ends)[] // as: the object's own keys

try {
  const { values } = parseArgs({
    options: {
      frame: { type: 'string' },
      host: { type: 'string' },
      modal: { type: 'string' },
      wallet: { type: 'string' },
      port: { type: 'string', default: '5199' },
      click: { type: 'string', default: 'button' },
      only: { type: 'string', default: '' },
      every: { type: 'string', default: '1' },
    },
  })
  const { click, only } = values
  const [end, second] = names.filter((name) => values[name] !== undefined)
  const url = end && values[end]
  const [port, every] = [Number(values.port), Number(values.every)]
  if (
    end === undefined ||
    url === undefined ||
    second !== undefined ||
    !URL.canParse(url) ||
    !(Number.isInteger(port) && Number.isInteger(every) && every > 0)
  )
    throw new Error(usage)
  const subject = ends[end]
  console.log(`runner at ${runnerOrigin(subject, port)}`)
  const begin = press(click)
  const { kit, played, failures } = await runConformance({ address: () => url, subject, port, begin, only, every })
  for (const { name, what } of failures) console.error(`FAIL ${name}\n     ${what}`)
  const { min, max } = kit.protocol
  console.log(`${played} vectors, ${failures.length} failures; protocol ${min} to ${max}, ${kit.digest}`)
  if (failures.length > 0) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
