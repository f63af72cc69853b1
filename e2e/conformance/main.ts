/** `npm run conformance -- --frame <url>` or `-- --host <url>`: exit code 0 when every vector is obeyed, 1 when not, 2 for wrong use. */
import { parseArgs } from 'node:util'
import { runConformance, runnerOrigin } from './run.ts'

const usage = `npm run conformance -- --frame <url> [--port <port>] [--only <text>] [--every <number>]
npm run conformance -- --host <url> [--port <port>] [--click <selector>] [--only <text>] [--every <number>]

  --frame   your frame; it must let the runner's page, http://host.localhost:<port>, embed it
  --host    your page; it must load http://modal.localhost:<port>/p/conformance/ as its frame
  --port    of the runner: 5199 unless given
  --click   what to click, so that your page loads its frame: "button" unless given
  --only    plays only vectors whose name contains the text
  --every   plays only each so-manieth hostile message: a quick look`

try {
  const { values } = parseArgs({
    options: {
      frame: { type: 'string' },
      host: { type: 'string' },
      port: { type: 'string', default: '5199' },
      click: { type: 'string', default: 'button' },
      only: { type: 'string', default: '' },
      every: { type: 'string', default: '1' },
    },
  })
  const { frame, host, click, only } = values
  const url = frame ?? host
  const [port, every] = [Number(values.port), Number(values.every)]
  if (
    url === undefined ||
    (frame !== undefined && host !== undefined) ||
    !URL.canParse(url) ||
    !(Number.isInteger(port) && Number.isInteger(every) && every > 0)
  )
    throw new Error(usage)
  const subject = frame === undefined ? 'host' : 'modal'
  console.log(`runner at ${runnerOrigin(subject, port)}`)
  const { kit, played, failures } = await runConformance({ address: () => url, subject, port, click, only, every })
  for (const { name, what } of failures) console.error(`FAIL ${name}\n     ${what}`)
  const { min, max } = kit.protocol
  console.log(`${played} vectors, ${failures.length} failures; protocol ${min} to ${max}, ${kit.digest}`)
  if (failures.length > 0) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
