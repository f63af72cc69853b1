/** The back ends that a page copies, run as they are written: no request ends them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { snippetsIn } from './support/snippets.ts'

const root = resolve(import.meta.dirname, '..')
const documented = snippetsIn('docs/signing-in.md').find(({ code }) => code.includes('createServer('))
const texts = {
  'docs/signing-in.md': documented?.code ?? '',
  'examples/sign-in/server.js': readFileSync(join(root, 'examples/sign-in/server.js'), 'utf8'),
}

let child: ChildProcess | undefined
let folder = ''
afterEach(() => {
  child?.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** Only what the machine of the test lacks is changed: the package, a port that is free, and a folder of files. */
async function start(text: string): Promise<number> {
  folder = mkdtempSync(join(tmpdir(), 'airlock-back-end-'))
  const sdk = pathToFileURL(join(root, 'host-sdk/dist/siwx-server.js')).href
  const tellPort = 'function () { process.send(this.address().port) }'
  const code = text
    .replace("'@airlock/host-sdk/siwx/server'", `'${sdk}'`)
    .replace("import sirv from 'sirv'\n", '')
    .replace("sirv('dist')", "(_, response) => response.end('a file')")
    .replace(/\.listen\(.*\)/, `.listen(0, '127.0.0.1', ${tellPort})`)
  const file = join(folder, 'server.mjs')
  writeFileSync(file, code)
  const env = { ...process.env, SIWX_SECRET: 'a secret that has more than 32 characters' }
  const started = spawn(process.execPath, [file], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env })
  child = started
  return new Promise((done, fail) => {
    started.once('message', (port) => done(Number(port)))
    started.once('exit', (code) => fail(new Error(`The back end ended with ${code}`)))
  })
}

const send = (port: number, text: string, { leaves = false } = {}) =>
  new Promise<void>((done) => {
    const socket = connect(port, '127.0.0.1', () => void socket.write(text, () => leaves && socket.destroy()))
    socket.on('data', () => socket.destroy())
    socket.on('error', () => undefined).on('close', () => done())
  })

test.each(Object.entries(texts))('%s goes on after every method and every cut upload', async (_, text) => {
  expect(text).toContain('answerNode')
  const port = await start(text)
  const head = (method: string, length: number) =>
    `${method} /siwx/sessions HTTP/1.1\r\nHost: a.example\r\nOrigin: https://app.example\r\nContent-Length: ${length}\r\n\r\n`
  for (const method of METHODS) await send(port, head(method, 0))
  for (const path of ['/siwx/nonce', '/siwx/%E0%A4%A', '//', '/siwx/sessions?chainId=%00'])
    await send(port, `TRACE ${path} HTTP/1.1\r\nHost: a.example\r\n\r\n`)
  for (let length = 0; length <= 15; length++)
    await send(port, head('POST', 100) + '{"sessions":[]}'.slice(0, length), { leaves: true })
  const answer = await fetch(`http://127.0.0.1:${port}/me`)
  expect([answer.status, child?.exitCode]).toEqual([200, null])
})
