/** Starts one local EVM node. Guarantees: loopback only, ready when the promise resolves, ended when `stop` resolves. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export type EvmNode = { readonly rpcUrl: string; stop(): Promise<void> }

export type NodeOptions = {
  readonly chainId: number
  readonly port?: number
  /** Unix seconds of its first block. Default: now. */
  readonly beginning?: number | undefined
}

export async function startNode({ chainId, port = 0, beginning }: NodeOptions): Promise<EvmNode> {
  const time = beginning === undefined ? [] : ['--timestamp', String(beginning)]
  const child = spawn(
    anvilBinary(),
    ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), ...time],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const killWithParent = () => child.kill('SIGKILL')
  process.once('exit', killWithParent)
  try {
    const announced = await announcedPort(child, child.stdout, child.stderr)
    return {
      rpcUrl: `http://127.0.0.1:${announced}`,
      async stop() {
        process.off('exit', killWithParent)
        await end(child)
      },
    }
  } catch (error) {
    process.off('exit', killWithParent)
    await end(child)
    throw error
  }
}

/** The platform package contains the binary itself, so that killing the process kills the node and not a wrapper. */
function anvilBinary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return require.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil${suffix}`)
}

/**
 * The node prints its URL once it listens. Waiting for that line needs neither a reserved port nor polling, unlike its
 * silent mode. Later output is discarded.
 */
function announcedPort(child: ChildProcess, stdout: Readable, stderr: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let complaint = ''
    stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2000)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The EVM node ended with code ${code}. ${complaint}`.trim())))
    const lines = createInterface({ input: stdout })
    lines.on('line', (line) => {
      const port = /^Listening on .*:(\d+)$/.exec(line)?.[1]
      if (port === undefined) return
      lines.close()
      stdout.resume()
      resolve(port)
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
