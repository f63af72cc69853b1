/**
 * A complete deployment: wallet service and recovery role as processes, each with its own database and secrets, and a
 * mail server; on request with an OpenID provider and Farcaster.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { createSecretFile, readSecretFile } from '@airlock/service/crypto/secret.ts'
import type { Place } from '@airlock/service/store/open.ts'
import { type MailSink, startMailSink } from '../world/mail.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { type Providers, providerId, startProviders } from './providers.ts'

export const project: ProjectRecord = {
  projectId: 'shop',
  hostOrigins: ['https://shop.example', 'https://www.shop.example'],
  walletOrigin: 'https://wallet.example',
  rpc: { 'eip155:1': ['https://rpc.example/'] },
  pinnedHosts: [],
  development: false,
  // Of the record alone: the processes listen on loopback.
  walletServiceUrl: 'https://accounts.example',
  socials: [{ id: providerId, name: 'Acme' }, { id: 'farcaster' }],
}

export type Deployment = {
  readonly wallet: Fleet
  readonly recovery: Fleet
  readonly mail: MailSink
  /** @throws unless it was started with them. */
  readonly providers: () => Providers
  readonly place: Place
  readonly recoveryPlace: Place
  readonly kek: Uint8Array
  readonly pepper: Uint8Array
  readonly recoveryKek: Uint8Array
  /** The output of all processes. */
  readonly logs: readonly string[]
  /** Moves the services' clocks ahead. Concurrent calls share one move. */
  readonly advance: (ms: number) => Promise<void>
  readonly aheadMs: () => number
  /** Resolves when both roles are ready. */
  readonly ready: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** All clients share one address there. The wait between two emails stays. */
const noLimits = Object.fromEntries(
  [
    'mailsToAddressPerHour',
    'mailsToAddressPerDay',
    'mailsToKnownDevicePerHour',
    'mailsToKnownDevicePerDay',
    'mailsFromNetworkPerHour',
    'mailsFromWideNetworkPerHour',
    'callsFromNetworkPerMinute',
    'mailsOfProjectPerHour',
    'codesFromNetworkPerMinute',
    'approvalsFromNetworkPerMinute',
    'callsOfDevicePerMinute',
    'escrowsFromNetworkPerHour',
    'recoveriesOfUserPerHour',
    'socialsFromNetworkPerMinute',
    'socialsFromWideNetworkPerHour',
    'socialsOfProjectPerHour',
    'exportsOfUserPerHour',
  ].map((name) => [name, 1_000_000]),
)

export type DeploymentOptions = {
  /** The program, from `buildProgram`. */
  readonly file: string
  /** Number of processes of each role. */
  readonly size: number
  /** Creates a new, empty database for each role; without it, SQLite files are used. */
  readonly createDatabase?: (() => string) | undefined
  /** Uses the default limits and a network for each device. Otherwise all devices share one network, without limits. */
  readonly hasLimits?: boolean
  /** Starts the providers of social logins. */
  readonly hasProviders?: boolean
}

/** Address of requests without a device proof. */
const sharedAddress = '203.0.113.7'

/** An address per device key, which is in the header of the proof (RFC 9449). */
function addressOfDevice({ dpop }: IncomingHttpHeaders): string {
  if (typeof dpop !== 'string') return sharedAddress
  const [one = 0, other = 0] = createHash('sha256')
    .update(dpop.split('.')[0] ?? '')
    .digest()
  return `198.18.${one}.${other}`
}

export async function startDeployment({
  file,
  size,
  createDatabase,
  hasLimits = false,
  hasProviders = false,
}: DeploymentOptions): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-custody-'))
  const logs: string[] = []
  let ahead = 0
  const running: { stop(): Promise<void> }[] = []
  const stop = async () => {
    for (const part of running.reverse()) await part.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const mail = await startMailSink({ port: 0, allowOrigins: [], keep: Number.MAX_SAFE_INTEGER })
    running.push(mail)
    const projects = join(folder, 'projects.json')
    writeFileSync(projects, JSON.stringify([project]))
    const role = async (
      name: 'accounts' | 'recovery',
      more: (url: string) => Promise<Readonly<Record<string, unknown>>>,
    ) => {
      const at = (kind: string) => join(folder, `${name}.${kind}`)
      for (const kind of ['kek', 'pepper']) createSecretFile(at(kind))
      const place: Place = createDatabase ? { url: createDatabase() } : { file: at('db') }
      const configOf = (url: string, config: Readonly<Record<string, unknown>>) => ({
        listen: { port: 0 },
        proxies: 1,
        projects,
        smtpUrl: mail.smtpUrl,
        [name]: {
          url,
          database: 'url' in place ? place.url : place.file,
          kekFile: at('kek'),
          pepperFile: at('pepper'),
          mailFrom: `Airlock <${name}@airlock.example>`,
          ...(!hasLimits && { limits: noLimits }),
          ...config,
        },
      })
      const fleet = await startFleet({
        size,
        file,
        async argsFor(url) {
          writeFileSync(at('config.json'), JSON.stringify(configOf(url, await more(url))))
          return ['start', '--config', at('config.json')]
        },
        aheadMs: () => ahead,
        onLine: (line) => logs.push(line),
        addressOf: hasLimits ? addressOfDevice : () => sharedAddress,
      })
      running.push(fleet)
      const secret = (kind: string) => readSecretFile(kind, at(kind))
      return { fleet, place, kek: secret('kek'), pepper: secret('pepper') }
    }
    let providers: Providers | undefined
    const recovery = await role('recovery', async () => ({}))
    const wallet = await role('accounts', async (url) => {
      const config = { recovery: 'split', recoveryUrl: recovery.fleet.url }
      if (!hasProviders) return config
      providers = await startProviders(url, folder)
      running.push(providers)
      return { ...config, ...providers.config }
    })

    let passing: Promise<void> | undefined
    return {
      wallet: wallet.fleet,
      recovery: recovery.fleet,
      mail,
      providers() {
        if (!providers) throw new Error('This deployment has no providers')
        return providers
      },
      place: wallet.place,
      recoveryPlace: recovery.place,
      kek: wallet.kek,
      pepper: wallet.pepper,
      recoveryKek: recovery.kek,
      logs,
      advance(ms) {
        passing ??= (async () => {
          ahead += ms
          await Promise.all([wallet.fleet.setClock(ahead), recovery.fleet.setClock(ahead)])
          passing = undefined
        })()
        return passing
      },
      aheadMs: () => ahead,
      ready: async () => {
        await Promise.all([wallet.fleet.ready(), recovery.fleet.ready()])
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
