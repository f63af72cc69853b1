/**
 * A PostgreSQL server for a test: from the system's packages, under an unprivileged user, with its data in a temporary
 * folder, reachable only through a socket there and not over the network.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const debian = '/usr/lib/postgresql'
const debianUser = 'postgres'

export type PostgresServer = {
  /** URL of a new, empty database. */
  readonly createDatabase: () => string
  readonly stop: () => Promise<void>
  /** Kills the server, as in a crash. */
  readonly kill: () => Promise<void>
}

/** Folder of the server's programs; undefined if none are installed. */
export function findPostgres(): string | undefined {
  const versions = existsSync(debian) ? readdirSync(debian).sort((left, right) => Number(right) - Number(left)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(':')]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

export async function startPostgres(bin: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-postgres-'))
  const owner = unprivileged()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const options = { ...owner, cwd: folder, env: { LC_ALL: 'C', PATH: process.env.PATH ?? '' } }
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'airlock', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const settings = { listen_addresses: '', unix_socket_directories: folder, fsync: 'off', max_connections: '60' }
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(server, 'exit')
  // If the test process ends early, the server must not be left running.
  const killWithUs = () => server.kill('SIGKILL')
  process.once('exit', killWithUs)
  let log = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString()
      if (log.includes('ready to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
  })

  const end = async (signal: 'SIGINT' | 'SIGKILL') => {
    server.kill(signal)
    await ended
    process.off('exit', killWithUs)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  let databases = 0
  return {
    createDatabase() {
      databases += 1
      const name = `test_${databases}`
      execFileSync(join(bin, 'psql'), [
        '-h',
        folder,
        '-U',
        'airlock',
        '-d',
        'postgres',
        '-qc',
        `CREATE DATABASE ${name}`,
      ])
      return `postgres://airlock@localhost/${name}?host=${encodeURIComponent(folder)}`
    },
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
  }
}

/** The server refuses to run as root; the package has created a user for it. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, debianUser], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
