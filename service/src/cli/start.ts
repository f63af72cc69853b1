/** `airlock start`: serves the roles of a config file until it is stopped. */
import { type RoleName, roleNames } from '../config/file.ts'
import { type Config, readConfig } from '../config/read.ts'
import { createParts } from '../start/parts.ts'
import { serve } from '../start/serve.ts'
import { createLog } from '../wallet/http/log.ts'
import { type Cli, configName } from './cli.ts'
import { readOptions } from './options.ts'

const usage = `airlock start [--config <file>] [--roles <role>,…]

  --config   the config file, ${configName} unless given
  --roles    only these: ${roleNames.join(', ')}`

export async function start(cli: Cli): Promise<number> {
  const parsed = readOptions(cli, usage, {
    config: { type: 'string', default: configName },
    roles: { type: 'string' },
  })
  if (!parsed) return 0
  const { config: file, roles } = parsed.values
  const config = readConfig(file, cli.env)
  const log = createLog(cli.print, Date.now)
  const parts = await createParts({ config, built: cli.built, only: readRoles(roles), write: cli.print })
  const serving = await serve(parts, { address: config.address, log })
  if (!config.isPublic) cli.print(forDevelopers(config))
  await told()
  log({ event: 'stopping' })
  await serving.stop()
  return 0
}

function readRoles(list: string | undefined): readonly RoleName[] | undefined {
  if (list === undefined) return undefined
  return list.split(',').map((text) => {
    const role = roleNames.find((name) => name === text.trim())
    if (role === undefined)
      throw new Error(`--roles ${list}: there is no role ${text}; there are ${roleNames.join(', ')}`)
    return role
  })
}

function told(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}

/** For developers: the URLs that a page needs, and where emails go. */
function forDevelopers({ modal, projects, smtpUrl }: Config): string {
  const lines = [...projects.values()].flatMap(({ projectId, hostOrigins }) =>
    modal
      ? [`${projectId}: frameUrl ${modal.url}/p/${projectId}/ for pages on ${hostOrigins.join(', ') || 'no origin'}`]
      : [],
  )
  const mail = smtpUrl === undefined ? ['No mail server is set: emails are printed here.'] : []
  return [...lines, ...mail].join('\n')
}
