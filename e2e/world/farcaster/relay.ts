/**
 * A relay of Farcaster logins (FIP-11), in memory: a service opens a channel, a Farcaster app reads what is asked for and answers, the service
 * reads the answer once. It also shows the page that a code leads to, in place of the app. A test may change any answer.
 */
import { randomBytes } from 'node:crypto'
import { listenOnLoopback } from '@airlock/service/listen.ts'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod'

const ChannelRequest = z.object({
  siweUri: z.string(),
  domain: z.string(),
  nonce: z.string().optional(),
  notBefore: z.string().optional(),
  expirationTime: z.string().optional(),
  requestId: z.string().optional(),
  acceptAuthAddress: z.boolean().optional(),
})
const Authentication = z.object({
  message: z.string(),
  signature: z.string(),
  fid: z.number(),
  username: z.string(),
  bio: z.string(),
  displayName: z.string(),
  pfpUrl: z.string(),
})
type Channel = {
  readonly url: string
  readonly nonce: string
  readonly signatureParams: z.infer<typeof ChannelRequest>
  answer: z.infer<typeof Authentication> | undefined
}
type Answer = { readonly status: number; readonly body: Record<string, unknown> }

/** Changes an answer to the service. */
export type Behaviour = {
  readonly opened?: (answer: Answer) => Answer | Promise<Answer>
  readonly status?: (answer: Answer) => Answer | Promise<Answer>
}

export type FarcasterRelay = {
  readonly url: string
  /** Farcaster apps prove with it that they are some. */
  readonly authKey: string
  /** Tokens, newest last. */
  readonly channels: () => readonly string[]
  /** How often a service has asked for the answer to this code. */
  readonly reads: (url: string) => number
  readonly behave: (behaviour: Behaviour) => void
  /** The page of a code: presses by a name are forwarded to it. */
  readonly onPress: (press: (url: string, name: string) => Promise<void>) => void
  readonly stop: () => Promise<void>
}

export async function startFarcasterRelay({ port = 0 } = {}): Promise<FarcasterRelay> {
  const authKey = randomBytes(16).toString('hex')
  const channels = new Map<string, Channel>()
  let behaviour: Behaviour = {}
  const reads: string[] = []
  let press: (url: string, name: string) => Promise<void> = () => Promise.resolve()
  const app = new Hono()
  const tokenOf = (header: string | undefined) => header?.replace(/^Bearer /, '') ?? ''

  app.post('/v1/channel', async (c) => {
    const request = ChannelRequest.parse(await c.req.json())
    const channelToken = randomBytes(12).toString('base64url')
    const { nonce = randomBytes(8).toString('hex') } = request
    const url = `${origin}/~/siwf?channelToken=${channelToken}`
    channels.set(channelToken, { url, nonce, signatureParams: { ...request, nonce }, answer: undefined })
    const answer = { status: 201, body: { channelToken, url, nonce } }
    return send((await behaviour.opened?.(answer)) ?? answer)
  })
  app.get('/v1/channel/status', async (c) => {
    const token = tokenOf(c.req.header('authorization'))
    const isService = c.req.header('x-farcaster-auth-relay-key') === undefined
    if (isService) reads.push(token)
    const answer = read(token, isService)
    return send(isService ? ((await behaviour.status?.(answer)) ?? answer) : answer)
  })
  app.post('/v1/channel/authenticate', async (c) => {
    const channel = channels.get(tokenOf(c.req.header('authorization')))
    if (!channel || c.req.header('x-farcaster-auth-relay-key') !== authKey)
      return c.json({ error: 'Unauthorized' }, 401)
    channel.answer = Authentication.parse(await c.req.json())
    return c.json(shown(channel), 201)
  })
  app.get('/~/siwf', (c) => {
    const channel = channels.get(c.req.query('channelToken') ?? '')
    return c.html(channel ? question(channel.signatureParams.domain) : page('This code is no longer valid'))
  })
  app.post('/~/siwf', async (c) => {
    const name = (await c.req.formData()).get('name')
    await press(c.req.url, typeof name === 'string' && name !== '' ? name : 'visitor')
    return c.html(page('You are signed in. You can close this page.'))
  })

  function read(token: string, isForgotten: boolean): Answer {
    const channel = channels.get(token)
    if (!channel) return { status: 401, body: { error: 'Unauthorized' } }
    if (!channel.answer) return { status: 202, body: shown(channel) }
    if (isForgotten) channels.delete(token)
    return { status: 200, body: shown(channel) }
  }

  const server = await listenOnLoopback(
    getRequestListener((request) => app.fetch(request)),
    port,
  )
  const origin = `http://127.0.0.1:${server.port}`
  return {
    url: origin,
    authKey,
    channels: () => [...channels.keys()],
    reads: (url) => reads.filter((token) => url.endsWith(token)).length,
    behave: (next) => {
      behaviour = next
    },
    onPress: (next) => {
      press = next
    },
    stop: () => server.close(),
  }
}

const send = ({ status, body }: Answer) => Response.json(body, { status })
const shown = ({ url, nonce, signatureParams, answer }: Channel) => ({
  state: answer ? 'completed' : 'pending',
  url,
  nonce,
  signatureParams,
  ...answer,
})

const page = (text: unknown) =>
  html`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width" /><title>Farcaster</title><body style="font: 16px/1.5 sans-serif; margin: 2rem auto; max-width: 20rem">${text}</body></html>`
const question = (domain: string) =>
  page(
    html`<h1>Sign in to ${domain}</h1><form method="post"><label>Your name on Farcaster <input name="name" required /></label> <button>Sign in</button></form>`,
  )
