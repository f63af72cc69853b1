/** One row per check of an installation. A check throws the problem, or returns its result. */
import { createPublicKey } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installedAt } from '../cli/record.ts'
import { roleNames } from '../config/file.ts'
import type { Config, GatewayPlace, StorePlace } from '../config/read.ts'
import { probeHistory } from '../gateway/history/probe.ts'
import type { EnsSettings } from '../gateway/identity/settings.ts'
import { probeContract, probeResolver, signerOf } from '../gateway/names/probe.ts'
import type { NameSettings } from '../gateway/names/settings.ts'
import { probeNode } from '../gateway/nodes/probe.ts'
import { probeProvider } from '../gateway/onramp/probe.ts'
import { type OnrampSettings, providersOf } from '../gateway/onramp/settings.ts'
import { probeTokenLists } from '../gateway/tokens/probe.ts'
import { folderDifferences } from '../release/folder.ts'
import { fingerprint } from '../release/manifest.ts'
import { probeGatewayStore, probeStore } from '../store/maintenance/probe.ts'
import { openLookup, openSecrets, placeOf } from '../store/secrets.ts'
import { probeFarcaster } from '../wallet/farcaster/probe.ts'
import type { FarcasterSettings } from '../wallet/farcaster/settings.ts'
import { probeSmtp } from '../wallet/mail/smtp.ts'
import { readProbe, requirePrivate } from './database.ts'
import { Finding, requireNone } from './finding.ts'
import { checkPageNodes } from './page-nodes.ts'

export type CheckOptions = {
  readonly config: Config
  readonly built: string
  /** The operator's public key; by default the one stored next to the frames, which detects damage but not forgery. */
  readonly keyFile: string | undefined
}

export type Check = { readonly name: string; readonly run: () => Promise<string> | string }

export function checksOf({ config, built, keyFile }: CheckOptions): readonly Check[] {
  const stores = [config.accounts, config.recovery].filter((role) => role !== undefined)
  const farcaster = config.accounts?.farcaster
  return [
    { name: 'origins', run: () => checkOrigins(config) },
    { name: 'projects', run: () => checkProjects(config) },
    { name: 'nodes of the pages', run: () => checkPageNodes(config) },
    { name: 'proxies', run: () => checkProxies(config) },
    { name: 'config file', run: () => checkConfigFile(config) },
    ...(['modal', 'wallet'] as const).flatMap((name) =>
      config[name] ? [{ name: `${name} frame`, run: () => checkFrame(name, built, keyFile) }] : [],
    ),
    ...stores.flatMap((store) => [
      { name: `${store.name} secrets`, run: () => checkSecrets(store) },
      { name: `${store.name} database`, run: () => checkDatabase(store) },
    ]),
    ...(stores.length > 0 ? [{ name: 'mail', run: () => checkMail(config) }] : []),
    ...(farcaster ? [{ name: 'farcaster', run: () => checkFarcaster(farcaster) }] : []),
    ...(config.gateway ? checksOfGateway(config.gateway) : []),
  ]
}

async function checkFarcaster(settings: FarcasterSettings): Promise<string> {
  requireNone(await probeFarcaster(settings), 'correct accounts.farcaster, or ask who runs the relay or the node')
  return `${new URL(settings.relayUrl).host} answers; ${settings.rpcUrls.length} nodes know who may sign`
}

function checksOfGateway(gateway: GatewayPlace): readonly Check[] {
  const { names, ens, onramp } = gateway
  return [
    { name: 'gateway secret', run: () => checkPepper(gateway) },
    { name: 'gateway database', run: () => checkGatewayDatabase(gateway) },
    { name: 'gateway nodes', run: () => checkNodes(gateway) },
    { name: 'gateway tokens', run: () => checkTokens(gateway) },
    ...(names ? [{ name: 'gateway names', run: () => checkNames(gateway, names) }] : []),
    ...(ens ? [{ name: 'gateway ENS', run: () => checkEns(gateway, ens) }] : []),
    { name: 'gateway history', run: () => checkHistory(gateway) },
    ...(onramp ? [{ name: 'gateway on-ramp', run: () => checkOnramp(onramp) }] : []),
  ]
}

function checkPepper({ pepperFile }: GatewayPlace): string {
  openLookup('gateway', pepperFile)
  return 'only its owner can read it'
}

async function checkTokens({ networks, content = {} }: GatewayPlace): Promise<string> {
  const problems = await probeTokenLists(networks.values(), content)
  requireNone(problems, 'the last good copy stays in use; correct the address, or ask who runs it')
  const known = [...networks.values()].reduce((count, { tokens }) => count + tokens.length, 0)
  const addresses = new Set([...networks.values()].flatMap(({ tokenListUrls = [] }) => tokenListUrls)).size
  return `${known} listed; ${addresses} lists at addresses, which answer`
}

/** Nodes are named by their position in the file, because their URLs may contain keys. */
async function checkNodes({ networks }: GatewayPlace): Promise<string> {
  const nodes = [...networks.values()].flatMap(({ id, rpcUrls }) => rpcUrls.map((url, index) => ({ id, url, index })))
  const problems = await Promise.all(
    nodes.map(async ({ id, url, index }) => {
      const problem = await probeNode(id, url)
      return problem && `gateway.networks.${id}.rpc[${index}] ${problem}`
    }),
  )
  requireNone(problems, 'edit the config file, or ask the operator of the node')
  return `${nodes.length} for ${networks.size} networks`
}

async function checkNames({ networks, url }: GatewayPlace, names: NameSettings): Promise<string> {
  const { zone, resolver, futureKey } = names
  if (!resolver && futureKey)
    return `${zone}; clients of ENS find them once a resolver is deployed that accepts ${signerOf({ key: futureKey })}`
  if (!resolver) return `${zone}; clients of ENS do not find them without a resolver`
  const network = networks.get(`eip155:${resolver.chainId}`)
  if (!network) return `${zone}; the resolver cannot be checked without a node of eip155:${resolver.chainId}`
  const problem = await probeResolver(resolver, network.rpcUrls, url)
  if (problem !== undefined)
    throw new Finding(`the resolver ${resolver.address} ${problem}`, 'see the contract in docs/hosting.md')
  return `${zone}; the resolver accepts ${signerOf(resolver)}`
}

async function checkEns({ networks }: GatewayPlace, ens: EnsSettings): Promise<string> {
  const problem = await probeContract(ens.universalResolver, networks.get(ens.network)?.rpcUrls ?? [])
  if (problem !== undefined)
    throw new Finding(
      `the universal resolver ${ens.universalResolver} ${problem}`,
      'set gateway.ens, or false for none',
    )
  return `on ${ens.network}`
}

async function checkHistory({ networks }: GatewayPlace): Promise<string> {
  const asked = [...networks.values()].filter(({ history }) => history !== undefined)
  const problems = await Promise.all(
    asked.map(async (network) => {
      const problem = await probeHistory(network)
      return problem && `gateway.networks.${network.id}.${problem}`
    }),
  )
  requireNone(
    problems,
    'an index needs nodes that keep the blocks from fromBlock on with their receipts; an explorer needs its key',
  )
  const indexed = asked.filter(({ history }) => history?.kind === 'index').length
  return `${indexed} indexed here, ${asked.length - indexed} from explorers`
}

function checkOrigins(config: Config): string {
  const roles = roleNames.flatMap((name) => (config[name] ? [`${name} ${config[name].url}`] : []))
  return `${roles.length} different ones: ${roles.join(', ')}`
}

async function checkOnramp(onramp: OnrampSettings): Promise<string> {
  const providers = providersOf(onramp, Date.now)
  requireNone(await Promise.all(providers.map(probeProvider)), 'check the keys and addresses in gateway.onramp')
  return providers.length === 0 ? 'none' : providers.map(({ label }) => label).join(', ')
}

/** A record with other URLs than this installation's would send its users there. */
function checkProjects(config: Config): string {
  const { projects, projectsFile, isPublic } = config
  const roles = roleNames.flatMap((name) => config[name]?.url ?? [])
  const expected = installedAt(config)
  const keys = Object.keys(expected) as (keyof typeof expected)[] // as: the keys that it has
  const problems = [...projects.values()].flatMap((record) => [
    ...keys.flatMap((key) => {
      const [own, here] = [record[key], expected[key]]
      return own === undefined || here === undefined || new URL(own).origin === here
        ? []
        : [`${record.projectId}: ${key} is ${own}, and this installation serves ${here}`]
    }),
    ...record.hostOrigins
      .filter((origin) => roles.includes(origin))
      .map((origin) => `${record.projectId}: ${origin} in hostOrigins is served by this installation, and is no page`),
    ...(record.development && isPublic ? [`${record.projectId} is for development`] : []),
    ...(record.hostOrigins.length === 0 ? [`${record.projectId}: no page may embed it`] : []),
  ])
  requireNone(problems, `edit ${projectsFile}`)
  return `${projects.size}: ${[...projects.keys()].slice(0, 5).join(', ')}${projects.size > 5 ? ', …' : ''}`
}

const checkProxies = ({ proxies, isPublic }: Config): string =>
  isPublic
    ? `client addresses are entry ${proxies} from the end of X-Forwarded-For`
    : `${proxies}: this installation is for this machine only`

function checkConfigFile({ file, projectsFile }: Config): string {
  for (const path of [file, projectsFile])
    if ((statSync(path).mode & 0o022) !== 0)
      throw new Finding(`${path} may be written by others, who could then change who is let in`, `chmod go-w ${path}`)
  return file
}

function checkFrame(name: 'modal' | 'wallet', built: string, keyFile: string | undefined): string {
  const folder = join(built, name === 'modal' ? 'frame' : 'wallet')
  if (!existsSync(folder)) throw new Finding(`${folder} is missing`, 'install the package again')
  const key = createPublicKey(readFileSync(keyFile ?? `${folder}-key.pub`))
  const differences = folderDifferences(folder, key)
  if (differences.length > 0)
    throw new Finding(`${folder}: ${differences.slice(0, 3).join('; ')}`, 'install the package again')
  return `as signed by key ${fingerprint(key)}${keyFile === undefined ? ', which came with it: --key compares with yours' : ''}`
}

function checkSecrets(store: StorePlace): string {
  openSecrets(store)
  const folder = dirname(store.kekFile)
  if ((statSync(folder).mode & 0o022) !== 0)
    throw new Finding(`${folder} may be written by others, who could replace the secrets`, `chmod 0700 ${folder}`)
  return 'two different ones, which only their owner can read'
}

async function checkDatabase(store: StorePlace): Promise<string> {
  const { place, kek } = openSecrets(store)
  requirePrivate(place)
  return readProbe(place, await probeStore(place, kek))
}

async function checkGatewayDatabase({ database }: GatewayPlace): Promise<string> {
  const place = placeOf(database)
  requirePrivate(place)
  return readProbe(place, await probeGatewayStore(place))
}

async function checkMail({ smtpUrl }: Config): Promise<string> {
  if (smtpUrl === undefined) return 'printed to the terminal, for development'
  try {
    await probeSmtp(smtpUrl)
  } catch (cause) {
    throw new Finding(
      `the mail server does not answer as it should (${cause instanceof Error ? cause.message : String(cause)})`,
      'check its address, port, name and password in smtpUrlFile or AIRLOCK_SMTP_URL',
    )
  }
  return `${new URL(smtpUrl).hostname} greets, and takes the password if there is one`
}
