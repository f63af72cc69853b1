/**
 * `airlock verify <url>`: exit code 0 if the deployment is as signed, 1 if not, 2 for wrong usage or an unreadable file, 3 if a part of it
 * does not answer and the rest is as signed.
 */
import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { versions } from '@airlock/protocol/handshake.ts'
import { readProjects } from '../config/read.ts'
import { fingerprint } from '../release/manifest.ts'
import { verifyDeployment } from '../release/verify.ts'
import type { Cli } from './cli.ts'
import { readOptions } from './options.ts'

const usage = `airlock verify <url> --key <file> [--wallet-key <file>] [--floor <version>] [--build <id>] [--projects <file>]

  <url>        the page of a project: https://modal.example/p/<projectId>/; the wallet that it names is verified too
  --key        the operator's public key (PEM); --unsigned does without a signature
  --wallet-key the key of the wallet's build, if it is another one
  --floor      the lowest protocol version that may be spoken; ${versions.min} unless given
  --build      the build id that ought to be there
  --projects   your project file: the record in the page must be the one in it`

export async function verify(cli: Cli): Promise<number> {
  try {
    return await compare(cli)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 2
  }
}

async function compare(cli: Cli): Promise<number> {
  const parsed = readOptions(cli, usage, {
    key: { type: 'string' },
    'wallet-key': { type: 'string' },
    unsigned: { type: 'boolean', default: false },
    floor: { type: 'string', default: String(versions.min) },
    build: { type: 'string' },
    projects: { type: 'string' },
  })
  if (!parsed) return 0
  const { values, positionals } = parsed
  const [url] = positionals
  const floor = Number(values.floor)
  if (
    url === undefined ||
    positionals.length > 1 ||
    (values.key === undefined) === !values.unsigned ||
    !Number.isInteger(floor)
  )
    throw new Error(usage)
  const readKey = (file: string | undefined) => (file === undefined ? undefined : createPublicKey(readFileSync(file)))
  const [key, walletKey] = [values.key, values['wallet-key']].map(readKey)
  const projects = values.projects === undefined ? undefined : readProjects(values.projects)
  const record = projects?.get(new URL(url).pathname.split('/')[2] ?? '')
  if (projects && !record) throw new Error(`${values.projects} has no project for ${url}`)

  const report = await verifyDeployment({ url, key, walletKey, floor, buildId: values.build, record })
  const { differences, unreached, manifest, wallet } = report
  for (const line of [...differences, ...unreached]) console.error(line)
  if (differences.length > 0) {
    const word = `difference${differences.length === 1 ? '' : 's'}`
    console.error(`\n${differences.length} ${word}: this is not what was signed`)
    return 1
  }
  if (unreached.length > 0) {
    const word = unreached.length === 1 ? 'address does' : 'addresses do'
    console.error(`\n${unreached.length} ${word} not answer, so that nothing can be said of the deployment`)
    return 3
  }
  const by = key ? `signed by key ${fingerprint(key)}` : 'NOT checked for a signature'
  for (const [at, of] of [[url, manifest], ...(wallet ? [[wallet.url, wallet.manifest] as const] : [])] as const)
    cli.print(`${at} is build ${of?.buildId}, ${Object.keys(of?.files ?? {}).length} files, ${by}`)
  return 0
}
