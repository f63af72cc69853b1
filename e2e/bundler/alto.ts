/**
 * A bundler that others have written (ERC-4337): alto, as a process of its own. It is under the GPL, so nothing here imports it, and it is
 * installed only on demand, from a lock file of its own.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { callRpc } from '../world/rpc.ts'
import { deployEntryPoint } from '../world/smart-account.ts'

const here = import.meta.dirname
const installed = join(here, 'node_modules')
const mark = join(installed, '.locked')
const lock = () => readFileSync(join(here, 'package-lock.json'), 'utf8')

export const isInstalled = (): boolean => existsSync(mark) && readFileSync(mark, 'utf8') === lock()

/** @throws {Error} with the words of npm */
export function install(): void {
  if (isInstalled()) return
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  const { status, stderr } = spawnSync('npm', ['ci', '--prefix', here, '--ignore-scripts', '--no-audit', '--no-fund'], {
    encoding: 'utf8',
    env,
  })
  if (status !== 0) throw new Error(`The bundler was not installed:\n${stderr}`)
  writeFileSync(mark, lock())
}

/** Installs it if it is missing, which needs a network. */
export function hasBundler(): boolean {
  try {
    install()
    return true
  } catch {
    return false
  }
}

export interface Alto {
  readonly url: string
  stop(): Promise<void>
}

/** It needs up to ten seconds to start. */
const startMs = 60_000

export async function startAlto(nodeUrl: string): Promise<Alto> {
  const entryPoints = [await deployEntryPoint(nodeUrl, '0.8'), await deployEntryPoint(nodeUrl, '0.7')]
  const [executor, utility] = [generatePrivateKey(), generatePrivateKey()]
  for (const key of [executor, utility])
    await callRpc(nodeUrl, 'anvil_setBalance', [privateKeyToAddress(key), '0x56bc75e2d63100000'])
  const port = await freePort()
  const options = {
    entrypoints: entryPoints.join(','),
    'executor-private-keys': executor,
    'utility-private-key': utility,
    'rpc-url': nodeUrl,
    port: String(port),
    'block-time': '100',
    // The other mode needs a tracer that local nodes do not have.
    'safe-mode': 'false',
    'enable-cors': 'true',
    'log-level': 'error',
  }
  const child = spawn(
    process.execPath,
    [
      '--import',
      join(here, 'loopback.mjs'),
      join(installed, '@pimlico/alto/esm/cli/alto.js'),
      'run',
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const killWithParent = () => child.kill('SIGKILL')
  process.once('exit', killWithParent)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000)
    })
  const stop = async () => {
    process.off('exit', killWithParent)
    await end(child)
  }
  const url = `http://127.0.0.1:${port}`
  const until = Date.now() + startMs
  while (!(await answers(url))) {
    if (Date.now() > until || child.exitCode !== null) {
      await stop()
      throw new Error(`The bundler does not start:\n${said}`)
    }
    await sleep(100)
  }
  return { url, stop }
}

const answers = (url: string): Promise<boolean> =>
  callRpc(url, 'eth_supportedEntryPoints').then(
    () => true,
    () => false,
  )

async function freePort(): Promise<number> {
  const server = createServer().listen({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('No free port')
  return address.port
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
