/** `npm run verify -- <url> --key <file>`: exit code 0 if the deployment is as signed, 1 if not, 2 for wrong usage. */
import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { versions } from '@airlock/protocol/handshake.ts'
import { parseProjects } from '../frames/projects.ts'
import { fingerprint } from './manifest.ts'
import { verifyDeployment } from './verify.ts'

const usage = `npm run verify -- <url> --key <file> [--floor <version>] [--build <id>] [--projects <file>]

  <url>        the page of a project: https://modal.example/p/<projectId>/
  --key        the operator's public key (PEM); --unsigned does without a signature
  --floor      the lowest protocol version that may be spoken; ${versions.min} unless given
  --build      the build id that ought to be there
  --projects   your project file: the record in the page must be the one in it`

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      unsigned: { type: 'boolean', default: false },
      floor: { type: 'string', default: String(versions.min) },
      build: { type: 'string' },
      projects: { type: 'string' },
    },
  })
  const [url] = positionals
  const floor = Number(values.floor)
  if (
    url === undefined ||
    positionals.length > 1 ||
    (values.key === undefined) === !values.unsigned ||
    !Number.isInteger(floor)
  )
    throw new Error(usage)
  const key = values.key === undefined ? undefined : createPublicKey(readFileSync(values.key))
  const projects = values.projects && parseProjects(JSON.parse(readFileSync(values.projects, 'utf8')))
  const record = projects ? projects.get(new URL(url).pathname.split('/')[2] ?? '') : undefined
  if (projects && !record) throw new Error(`${values.projects} has no project for ${url}`)

  const { differences, manifest } = await verifyDeployment({ url, key, floor, buildId: values.build, record })
  for (const difference of differences) console.error(difference)
  if (differences.length > 0) {
    console.error(
      `\n${differences.length} difference${differences.length === 1 ? '' : 's'}: this is not what was signed`,
    )
    process.exitCode = 1
  } else {
    const by = key ? `signed by key ${fingerprint(key)}` : 'NOT checked for a signature'
    console.log(`${url} is build ${manifest?.buildId}, ${Object.keys(manifest?.files ?? {}).length} files, ${by}`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
