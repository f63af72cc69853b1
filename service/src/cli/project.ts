/** `airlock project add|list`: the records that define which origins may embed the modal. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { readConfig } from '../config/read.ts'
import { type Cli, configName } from './cli.ts'
import { readOptions } from './options.ts'
import { installedAt, readRpc, recordFor, textOf } from './record.ts'

const usage = `airlock project list [--config <file>]
airlock project add <id> --host <origin> [options]

  --config <file>         the config file, ${configName} unless given
  --host <origin>         a page that may embed the modal; again for each further one
  --rpc <network>=<url>   a node of a network, such as eip155:1=https://rpc.example/v1; again for each further one
  --pin <origin>          a host whose requests are approved inside the modal; read docs/threat-model.md first`

export async function project(cli: Cli): Promise<number> {
  const parsed = readOptions(cli, usage, {
    config: { type: 'string', default: configName },
    host: { type: 'string', multiple: true, default: [] },
    rpc: { type: 'string', multiple: true, default: [] },
    pin: { type: 'string', multiple: true, default: [] },
  })
  if (!parsed) return 0
  const { values, positionals } = parsed
  const [verb, id, ...more] = positionals
  const config = readConfig(values.config, cli.env)
  if (verb === 'list' && id === undefined) {
    for (const { projectId, hostOrigins } of config.projects.values())
      cli.print(`${projectId}  ${hostOrigins.join(' ') || 'no page may embed it'}`)
    return 0
  }
  if (verb !== 'add' || id === undefined || more.length > 0 || values.host.length === 0) throw new Error(usage)
  if (config.projects.has(id)) throw new Error(`${config.projectsFile} has a project ${id} already: edit it there`)
  const record = recordFor(
    { projectId: id, hostOrigins: values.host, pinnedHosts: values.pin, rpc: readRpc(values.rpc) },
    installedAt(config),
    config.isPublic,
  )
  append(config.projectsFile, record)
  cli.print(`${id} is in ${config.projectsFile}. Start the service anew.`)
  if (config.modal) cli.print(`frameUrl: ${config.modal.url}/p/${id}/`)
  return 0
}

/** Records stay as the operator wrote them. The file is replaced atomically, so that a start never reads half of it. */
function append(file: string, record: unknown): void {
  const records = z.parse(z.array(z.unknown()), JSON.parse(readFileSync(file, 'utf8')))
  writeFileSync(`${file}.new`, textOf([...records, record]))
  renameSync(`${file}.new`, file)
}
