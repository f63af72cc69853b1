/** The files in `deploy/` agree with the program: its commands, variables, roles, ports and times. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { urlsOf } from '../src/cli/init/files.ts'
import { variables } from '../src/config/environment.ts'
import { ConfigFile } from '../src/config/file.ts'

const folder = resolve(import.meta.dirname, '../../deploy')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const defaultPort = 5180

/** Names used only between the files of a deployment. */
const ownNames = ['AIRLOCK_DOMAIN', 'AIRLOCK_UPSTREAM']
const hosts = Object.values(urlsOf({ domain: 'example.org', port: defaultPort, hasOwnPorts: false })).map(
  (url) => new URL(url).host,
)

test.each(['Containerfile', 'compose.yaml', 'Caddyfile', 'airlock.service', 'nginx.conf'])(
  '%s uses only variables that the program reads',
  (file) => {
    const used = new Set(read(file).match(/\bAIRLOCK_[A-Z_]+/g))
    expect([...used].filter((name) => !(name in variables) && !ownNames.includes(name))).toEqual([])
  },
)

const Service = z.object({
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string()),
  ports: z.array(z.string()).optional(),
  networks: z.array(z.string()),
  read_only: z.boolean().optional(),
})
const Compose = z.object({
  services: z.object({ airlock: Service, postgres: Service, caddy: Service }),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
})

test('the compose file gives each role a database, names the number of proxies, and publishes only the proxy', () => {
  const { services, volumes, networks } = Compose.parse(parse(read('compose.yaml')))
  const { airlock, postgres, caddy } = services
  const {
    AIRLOCK_ACCOUNTS_DATABASE = '',
    AIRLOCK_RECOVERY_DATABASE = '',
    AIRLOCK_GATEWAY_DATABASE = '',
    ...rest
  } = airlock.environment ?? {}
  const urls = [AIRLOCK_ACCOUNTS_DATABASE, AIRLOCK_RECOVERY_DATABASE, AIRLOCK_GATEWAY_DATABASE]
  expect(urls.map((url) => url.slice(url.indexOf('@')))).toEqual([
    '@postgres/accounts',
    '@postgres/recovery',
    '@postgres/gateway',
  ])
  expect(rest['AIRLOCK_PROXIES']).toBe('1')
  expect(postgres.environment?.['POSTGRES_DB']).toBe('accounts')
  for (const name of ['recovery', 'gateway']) expect(read('databases.sql')).toContain(`CREATE DATABASE ${name};`)
  expect([airlock.ports, postgres.ports]).toEqual([undefined, undefined])
  expect([airlock.read_only, postgres.networks]).toEqual([true, ['inside']])
  expect(caddy.environment?.['AIRLOCK_UPSTREAM']).toBe(`airlock:${defaultPort}`)
  for (const { volumes: mounted } of Object.values(services))
    for (const [source = ''] of mounted.map((mount) => mount.split(':')))
      expect(source.startsWith('./') ? existsSync(join(folder, source)) : source in volumes).toBe(true)
  for (const { networks: joined } of Object.values(services))
    expect(joined.filter((name) => !(name in networks))).toEqual([])
})

test('the container listens where the proxy reaches it, on the port of the config file', () => {
  const lines = read('Containerfile').split('\n')
  const set = lines.find((line) => line.startsWith('ENV ')) ?? ''
  const [, address = '', port = ''] = /AIRLOCK_ADDRESS=(\S+) AIRLOCK_PORT=(\d+)/.exec(set) ?? []
  expect(port).toBe(String(defaultPort))
  expect(ConfigFile.shape.listen.safeParse({ address, port: Number(port) }).success).toBe(true)
  const [command = ''] = lines.filter((line) => line.startsWith('CMD '))
  expect(JSON.parse(command.slice(4))).toEqual(['start'])
})

test('both proxies serve every host that `init` writes, pass the host on, and wait for long polls', () => {
  const caddy = read('Caddyfile')
  const nginx = read('nginx.conf')
  for (const host of hosts) {
    expect(caddy).toContain(host.replace('example.org', '{$AIRLOCK_DOMAIN}'))
    expect(nginx).toContain(host)
  }
  expect(caddy).toContain(`{$AIRLOCK_UPSTREAM:127.0.0.1:${defaultPort}}`)
  expect(nginx).toContain(`server 127.0.0.1:${defaultPort};`)
  expect(nginx).toContain('proxy_set_header Host $host;')
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;')
  for (const [text, time] of [
    [caddy, /response_header_timeout (\d+)s/],
    [nginx, /proxy_read_timeout (\d+)s/],
  ] as const)
    expect(Number(time.exec(text)?.[1])).toBeGreaterThan(30)
})

const analyze = '/usr/bin/systemd-analyze'
test.skipIf(!existsSync(analyze))('systemd, where it is installed, accepts the unit', () => {
  const { status, stdout, stderr } = spawnSync(analyze, ['verify', '--man=no', join(folder, 'airlock.service')], {
    encoding: 'utf8',
  })
  expect([status, stdout, stderr]).toEqual([0, '', ''])
})
