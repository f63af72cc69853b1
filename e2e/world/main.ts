/**
 * `npm start`, after the build: the world on fixed ports, until it is interrupted. With `--hot`, `npm run dev`. With `--sponsored`, a sponsor
 * pays for calls on the first chain, through a bundler that is installed now if it is missing.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { install, isInstalled } from '../bundler/alto.ts'
import { fixedPorts } from './ports.ts'
import { startWorld } from './world.ts'

const Port = z.coerce.number().int().min(1).max(65_535)
const Environment = z.object({
  AIRLOCK_HOST_PORT: Port.default(fixedPorts.hosts),
  AIRLOCK_MODAL_PORT: Port.default(fixedPorts.modal),
  AIRLOCK_RPC_PORT: Port.default(fixedPorts.rpc),
  AIRLOCK_WALLET_PORT: Port.default(fixedPorts.wallet),
  AIRLOCK_RELAY_PORT: Port.default(fixedPorts.relay),
  AIRLOCK_API_PORT: Port.default(fixedPorts.api),
  AIRLOCK_ACCOUNTS_PORT: Port.default(fixedPorts.accounts),
  AIRLOCK_RECOVERY_PORT: Port.default(fixedPorts.recovery),
  AIRLOCK_MAIL_PORT: Port.default(fixedPorts.mail),
  AIRLOCK_GATEWAY_PORT: Port.default(fixedPorts.gateway),
  AIRLOCK_CHECKOUT_PORT: Port.default(fixedPorts.checkout),
})

try {
  const env = Environment.safeParse(process.env)
  if (!env.success) throw new Error(`The environment is not valid:\n${z.prettifyError(env.error)}`)
  for (const page of ['frame/modal.html', 'wallet/wallet.html', 'demo/index.html'])
    if (!existsSync(resolve(import.meta.dirname, '../../dist', page)))
      throw new Error(`dist/${page} is missing: run npm run build`)

  const development = process.argv.includes('--hot')
    ? await import('../dev/development.ts').then(({ startDevelopment }) => startDevelopment())
    : undefined
  const isSponsored = process.argv.includes('--sponsored')
  if (isSponsored && !isInstalled()) {
    console.log('Installing the bundler, which needs a network this once…')
    install()
  }
  const world = await startWorld({
    hasPast: true,
    isSponsored,
    ...(development && { inFront: development.inFront }),
    ports: {
      hosts: env.data.AIRLOCK_HOST_PORT,
      modal: env.data.AIRLOCK_MODAL_PORT,
      rpc: env.data.AIRLOCK_RPC_PORT,
      wallet: env.data.AIRLOCK_WALLET_PORT,
      relay: env.data.AIRLOCK_RELAY_PORT,
      api: env.data.AIRLOCK_API_PORT,
      accounts: env.data.AIRLOCK_ACCOUNTS_PORT,
      recovery: env.data.AIRLOCK_RECOVERY_PORT,
      mail: env.data.AIRLOCK_MAIL_PORT,
      gateway: env.data.AIRLOCK_GATEWAY_PORT,
      checkout: env.data.AIRLOCK_CHECKOUT_PORT,
    },
  })
  const from = development ? ' (modal, wallet and demo from their sources, with hot reload)' : ''
  console.log(`\nOpen ${world.origins.app}/${from}\n\nCtrl+C ends it.`)
  const stop = () => Promise.all([world.stop(), development?.stop()])
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  const hint = /^Port \d+ is already in use/.test(message)
    ? '\nEnd what uses it, or set its variable (AIRLOCK_*_PORT in e2e/world/main.ts) to another port.'
    : ''
  console.error(message + hint)
  process.exitCode = 1
}
