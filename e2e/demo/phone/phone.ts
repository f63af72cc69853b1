/** The wallet itself: turns requests from the kit into questions for the user, and passes the user's answers back to the kit. */
import type { WalletKitTypes } from '@reown/walletkit'
import { buildApprovedNamespaces, buildAuthObject, getSdkError, populateAuthPayload } from '@walletconnect/utils'
import { rpcError, toRpcError } from '../wallet/errors.ts'
import type { WalletNetwork } from '../wallet/state.ts'
import type { Accounts } from './accounts.ts'
import { createApps, foreign, foreignOrigin } from './apps.ts'
import { type PhoneConfig, toCaip2 } from './config.ts'
import type { Kit } from './kit.ts'
import { createQuestions } from './questions.ts'
import { methods, planRequest } from './requests.ts'
import { type Solana, solanaMethods } from './solana.ts'

/** What an app may do on Solana. */
const grantOn = ({ network: { caip2 }, address }: Solana) => ({
  chains: [caip2],
  methods: [...solanaMethods],
  events: ['accountsChanged', 'chainChanged'],
  accounts: [`${caip2}:${address}`],
})

type Proposal = ReturnType<Kit['getPendingSessionProposals']>[number]
type Authentication = WalletKitTypes.EventArguments['session_authenticate']
type Request = Pick<ReturnType<Kit['getPendingSessionRequests']>[number], 'id' | 'topic' | 'params'>

export type Phone = ReturnType<typeof createPhone>

type Parts = {
  readonly kit: Kit
  readonly config: PhoneConfig
  readonly accounts: Accounts
  readonly solana: Solana | undefined
  /** Tells the user about events that need no answer. */
  readonly tell: (text: string) => void
  /** Called when the connected apps or their permissions have changed. */
  readonly changed: () => void
}

export function createPhone({ kit, config: { networks }, accounts, solana, tell, changed }: Parts) {
  const questions = createQuestions()
  const apps = createApps(kit, { networks }, changed)

  const propose = (proposal: Proposal) => {
    const { id, proposer, requiredNamespaces, optionalNamespaces } = proposal
    const app = { name: foreign(proposer.metadata.name), origin: foreignOrigin(proposer.metadata.url) }
    const wanted = [requiredNamespaces, optionalNamespaces].flatMap((part) =>
      Object.entries(part).flatMap(([key, { chains = [key] }]) => chains),
    )
    const offered = networks.filter((network) => wanted.includes(toCaip2(network)))
    const onSolana = solana && wanted.includes(solana.network.caip2) ? solana : undefined
    const has = [...offered.map(toCaip2), ...(onSolana ? [onSolana.network.caip2] : [])]
    const names = [...offered, ...(onSolana ? [onSolana.network] : [])].map(({ name }) => name)
    const missing = [...new Set(wanted)].filter((chain) => !has.some((known) => known === chain))
    if (offered.length === 0) {
      tell(`${app.name} asked for networks that this wallet does not have.`)
      return void kit.rejectSession({ id, reason: getSdkError('UNSUPPORTED_CHAINS') }).catch(() => {})
    }
    const approve = async () => {
      const chains = offered.map(toCaip2)
      const supported = {
        chains,
        methods: [...methods],
        events: ['accountsChanged', 'chainChanged'],
        accounts: chains.map((chain) => `${chain}:${accounts[0].address}`),
      }
      const namespaces = buildApprovedNamespaces({
        proposal,
        supportedNamespaces: { eip155: supported, ...(onSolana && { solana: grantOn(onSolana) }) },
      })
      await kit.approveSession({ id, namespaces })
      changed()
      return `Connected to ${app.name}.`
    }
    questions.add({
      id,
      app,
      about: { kind: 'proposal', networks: names, missing: missing.map(foreign) },
      async answer(isApproved) {
        questions.remove(id)
        if (isApproved) return approve()
        await kit.rejectSession({ id, reason: getSdkError('USER_REJECTED') })
        return `Not connected to ${app.name}.`
      },
    })
  }

  /** The app asks to connect and to sign in with one prompt. */
  const authenticate = ({ id, params: { authPayload, requester } }: Authentication) => {
    const app = { name: foreign(requester.metadata.name), origin: foreignOrigin(requester.metadata.url) }
    const offered = networks.filter((network) => authPayload.chains.includes(toCaip2(network)))
    const missing = authPayload.chains.filter((chain) => !offered.some((network) => toCaip2(network) === chain))
    const [first] = offered
    const [account] = accounts
    if (!first) {
      tell(`${app.name} asked for networks that this wallet does not have.`)
      return void kit.rejectSessionAuthenticate({ id, reason: getSdkError('UNSUPPORTED_CHAINS') }).catch(() => {})
    }
    const request = populateAuthPayload({ authPayload, chains: offered.map(toCaip2), methods: [...methods] })
    const iss = `did:pkh:${toCaip2(first)}:${account.address}`
    const message = kit.formatAuthMessage({ request, iss })
    questions.add({
      id,
      app,
      about: { kind: 'proposal', networks: offered.map(({ name }) => name), missing: missing.map(foreign), message },
      async answer(isApproved) {
        questions.remove(id)
        if (!isApproved) {
          await kit.rejectSessionAuthenticate({ id, reason: getSdkError('USER_REJECTED') })
          return `Not connected to ${app.name}.`
        }
        const s = await account.signMessage({ message })
        await kit.approveSessionAuthenticate({ id, auths: [buildAuthObject(request, { t: 'eip191', s }, iss)] })
        changed()
        return `Connected and signed in to ${app.name}.`
      },
    })
  }

  /** The question for the user, and what happens after the answer. */
  const plan = async (topic: string, chainId: string, { method, params }: { method: string; params: unknown }) => {
    if (chainId === solana?.network.caip2) {
      const { title, lines, done, run } = solana.plan(method, params)
      return { about: { kind: 'solana', title, lines } as const, done, run }
    }
    const app = apps.get(topic)
    const network = app.networks.find((one) => toCaip2(one) === chainId)
    if (!network) throw rpcError('unauthorized', 'This network is not connected to the app.')
    const switchTo = (target: WalletNetwork) => apps.switchNetwork(topic, target)
    const { ask, done, run } = await planRequest(method, params, { app, network, known: networks, accounts, switchTo })
    return { about: { kind: 'request', ask } as const, done, run }
  }

  const ask = async ({ id, topic, params: { request, chainId } }: Request) => {
    const respond = (answer: { result: unknown } | { error: { code: number; message: string } }) =>
      kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...answer } })
    const fail = async (error: unknown) => {
      const { code, message } = toRpcError(error)
      await respond({ error: { code, message } })
      return message
    }
    let planned: Awaited<ReturnType<typeof plan>>
    let app: { name: string; origin: string }
    try {
      app = apps.get(topic)
      planned = await plan(topic, chainId, request)
    } catch (error) {
      return tell(`An app asked for something that cannot be done. ${await fail(error).catch(String)}`)
    }
    const { about, run, done } = planned
    questions.add({
      id,
      app,
      about,
      async answer(isApproved) {
        questions.remove(id)
        if (!isApproved) {
          await fail(rpcError('declined'))
          return 'Declined.'
        }
        try {
          const result = await run()
          await respond({ result })
          return done
        } catch (error) {
          throw new Error(await fail(error))
        } finally {
          changed()
        }
      },
    })
  }

  kit.on('session_proposal', ({ params }) => propose(params))
  kit.on('session_authenticate', authenticate)
  kit.on('session_request', (request) => void ask(request))
  kit.on('proposal_expire', ({ id }) => questions.remove(id))
  kit.on('session_request_expire', ({ id }) => questions.remove(id))
  kit.on('session_delete', () => {
    tell('An app has disconnected.')
    changed()
  })
  // Requests from before a reload are still pending.
  for (const proposal of Object.values(kit.getPendingSessionProposals())) propose(proposal)
  for (const request of kit.getPendingSessionRequests()) void ask(request)

  return { questions, apps, networks, accounts, solana, pair: (text: string) => pair(kit, text) }
}

/** Time limit for the app's proposal; if none arrives, the link is too old. */
const answerWithinMs = 15_000

const failures: readonly (readonly [RegExp, string])[] = [
  [/expired/i, 'this link has expired. Copy a new one from the app.'],
  [/already exists/i, 'this link was used already. Copy a new one from the app.'],
]

/** @returns when the app's proposal has arrived */
async function pair(kit: Kit, text: string): Promise<void> {
  const uri = readLink(text)
  if (uri === undefined) throw new Error('this is no connection link. One starts with wc:')
  let timer: ReturnType<typeof setTimeout> | undefined
  let heard = () => {}
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('the app does not answer. Copy a new link from it.')), answerWithinMs)
      heard = resolve
      kit.on('session_proposal', heard)
      kit.on('session_authenticate', heard)
      kit.pair({ uri }).catch(reject)
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(failures.find(([words]) => words.test(message))?.[1] ?? message)
  } finally {
    clearTimeout(timer)
    kit.off('session_proposal', heard)
    kit.off('session_authenticate', heard)
  }
}

/** The connection link, on its own or within a link to a wallet. */
export function readLink(text: string): string | undefined {
  const form = /wc:[0-9a-f]{64}@2\?[\w\-=&.~%]+/
  try {
    return (form.exec(text) ?? form.exec(decodeURIComponent(text)))?.[0]
  } catch {
    return undefined
  }
}
