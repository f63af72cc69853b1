/** `airlock init`: writes a config file, secrets and a first project record into a folder, and overwrites nothing. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readConfig } from '../config/read.ts'
import { createSecretFile } from '../crypto/secret.ts'
import { type Cli, configName } from './cli.ts'
import { addressesOf, configOf, type Decisions, secretPaths, smtpFile } from './init/files.ts'
import { chooseNodes, readResolver, readZone } from './init/gateway.ts'
import { createAsker } from './init/questions.ts'
import { readOptions } from './options.ts'
import { readRpc, recordFor, textOf } from './record.ts'

const usage = `airlock init [options]: asks for what is not given, unless --yes

  --dir <folder>          where to write; the current folder unless given
  --domain <domain>       the installation is https://modal.<domain>, wallet., api., accounts., recovery. and
                          gateway. behind your TLS proxy; without it, it is on this machine only, for development
  --port <number>         the port of all roles, 5180 unless given
  --own-ports             a port for each role, from --port on
  --project <id>          the first project, demo unless given
  --host <origin>         a page that may embed its modal; again for each further one
  --rpc <network>=<url>   a node of a network, such as eip155:1=https://rpc.example/v1; again for each further one
  --node <network>=<url>  a node for the gateway alone, whose key pages never see; again for each further one. Without any,
                          the gateway asks those of --rpc; without these too, there is no gateway
  --zone <zone>           what the names end with that users register, names.<domain> unless given
  --resolver <network>=<address>   the contract through which clients of ENS find these names
  --recovery <who>        whose cooperation opens a wallet on a new device: person, split or operator
  --recovery-url <origin> the recovery role of another operator, for split
  --proxies <number>      how many proxies of yours add an address to X-Forwarded-For
  --mail-from <sender>    such as 'Shop wallet <wallet@example.org>'
  --smtp-url <url>        smtps://name:password@mail.example; better AIRLOCK_SMTP_URL, which other users of the machine
                          cannot see. It is written to ${smtpFile}
  --yes                   no questions
  --force                 overwrites the config file and the projects, never a secret`

export async function init(cli: Cli): Promise<number> {
  const parsed = readOptions(cli, usage, {
    dir: { type: 'string', default: '.' },
    domain: { type: 'string' },
    port: { type: 'string' },
    'own-ports': { type: 'boolean', default: false },
    project: { type: 'string' },
    host: { type: 'string', multiple: true },
    rpc: { type: 'string', multiple: true, default: [] },
    node: { type: 'string', multiple: true },
    zone: { type: 'string' },
    resolver: { type: 'string' },
    recovery: { type: 'string' },
    'recovery-url': { type: 'string' },
    proxies: { type: 'string' },
    'mail-from': { type: 'string' },
    'smtp-url': { type: 'string' },
    yes: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
  })
  if (!parsed) return 0
  const { values, positionals } = parsed
  if (positionals.length > 0) throw new Error(usage)
  const folder = resolve(values.dir)
  const files = { config: join(folder, configName), projects: join(folder, 'projects.json') }
  const there = Object.values(files).find((file) => existsSync(file))
  if (there !== undefined && !values.force) throw new Error(`${there} exists already: --force overwrites it`)

  const asker = createAsker(cli.isInteractive && !values.yes)
  let gateway: Decisions['gateway']
  let networks: readonly string[] = []
  try {
    const domain = await asker.text('domain', values.domain, {
      question: 'Domain of the installation, such as example.org (empty: on this machine, for development)',
      fallback: '',
    })
    const isPublic = domain !== ''
    if (isPublic && !/^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/.test(domain))
      throw new Error(`--domain ${domain} is not a domain such as example.org`)
    const rpc = readRpc(values.rpc)
    const nodes = chooseNodes(await askNodes(rpc), rpc)
    const hasGateway = Object.keys(nodes).length > 0
    const decisions: Decisions = {
      domain: isPublic ? domain : undefined,
      port: readNumber('port', values.port ?? '5180'),
      hasOwnPorts: values['own-ports'],
      projectId: await asker.text('project', values.project, { question: 'Id of the first project', fallback: 'demo' }),
      hostOrigins:
        values.host ??
        (await asker.list('host', {
          question: 'Origins of the pages that may embed its modal, separated by spaces',
          fallback: isPublic ? undefined : 'http://localhost:3000',
        })),
      rpc,
      recovery: readRecovery(
        await asker.text('recovery', values.recovery, {
          question: 'Who helps to open a wallet on a new device: person, split or operator (docs/hosting.md)',
          fallback: isPublic ? undefined : 'operator',
        }),
      ),
      recoveryUrl: values['recovery-url'],
      proxies: isPublic
        ? readNumber(
            'proxies',
            await asker.text('proxies', values.proxies ?? cli.env.AIRLOCK_PROXIES, {
              question: 'How many proxies of yours add an address to X-Forwarded-For (1 for a single TLS proxy)',
              fallback: undefined,
            }),
          )
        : values.proxies === undefined
          ? undefined
          : readNumber('proxies', values.proxies),
      mailFrom: await asker.text('mail-from', values['mail-from'], {
        question: 'Sender of the emails, such as Shop wallet <wallet@example.org>',
        fallback: isPublic ? undefined : 'Airlock <wallet@airlock.localhost>',
      }),
      smtpUrl: orNothing(
        await asker.text('smtp-url', values['smtp-url'] ?? cli.env.AIRLOCK_SMTP_URL, {
          question: 'Mail server, such as smtps://name:password@mail.example',
          fallback: isPublic ? undefined : '',
        }),
      ),
      gateway: hasGateway
        ? {
            nodes,
            zone: readZone(
              await asker.text('zone', values.zone, {
                question: 'What the names end with that users register',
                fallback: `names.${isPublic ? domain : 'localhost'}`,
              }),
            ),
            resolver: readResolver(values.resolver),
          }
        : undefined,
    }
    const { projectId, hostOrigins } = decisions
    const project = { projectId, hostOrigins, rpc, pinnedHosts: [] }
    const record = recordFor(project, addressesOf(decisions), isPublic)

    write(files.projects, textOf([record]), 0o644)
    for (const path of secretPaths(decisions)) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      if (existsSync(file)) cli.print(`${file} is kept: without it, its database could not be opened`)
      else createSecretFile(file)
    }
    mkdirSync(join(folder, 'data'), { recursive: true, mode: 0o700 })
    if (decisions.smtpUrl !== undefined) write(join(folder, smtpFile), `${decisions.smtpUrl}\n`, 0o600)
    // Node URLs may contain keys.
    write(files.config, textOf(configOf(decisions)), hasGateway ? 0o600 : 0o644)
    readConfig(files.config, {})
    gateway = decisions.gateway
    networks = Object.keys(rpc)
  } finally {
    asker.close()
  }
  cli.print(
    [
      `${files.config} is written, with ${files.projects} and ${join(folder, 'secrets')}.`,
      'Keep copies of the secrets, apart from the backups of the databases.',
      gateway
        ? `The gateway serves ${Object.keys(gateway.nodes).join(', ')}, and names that end with .${gateway.zone}.`
        : `There is no gateway, because it has no node${networks.length > 0 ? ` of a network that it knows (${networks.join(', ')})` : ''}: docs/hosting.md tells how to add one, or use --node.`,
      'Next: airlock check, then airlock start',
    ].join('\n'),
  )
  return 0

  async function askNodes(rpc: ReturnType<typeof readRpc>) {
    if (values.node !== undefined) return readRpc(values.node, 'node')
    if (Object.keys(rpc).length > 0) return {}
    const question =
      'Nodes for the gateway, such as eip155:1=https://rpc.example/v1, separated by spaces (empty: no gateway)'
    return readRpc(await asker.list('node', { question, fallback: '' }), 'node')
  }
}

function write(file: string, text: string, mode: number): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { mode })
}

function readNumber(flag: string, text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new Error(`--${flag} ${text} is not a number`)
  return Number(text)
}

const choices = ['person', 'split', 'operator'] as const

function readRecovery(text: string): (typeof choices)[number] {
  const choice = choices.find((one) => one === text)
  if (choice === undefined) throw new Error(`--recovery is one of: ${choices.join(', ')}`)
  return choice
}

const orNothing = (text: string): string | undefined => (text === '' ? undefined : text)
