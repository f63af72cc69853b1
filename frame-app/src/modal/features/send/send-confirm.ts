/** Asks the wallet to send exactly the payment that was reviewed. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { loadSending } from '../../../shared/chains/load-sending.ts'
import type { Payment, Quote } from '../../../shared/chains/sending.ts'
import { toExactDecimals } from '../../../shared/format/amount.ts'
import type { ModalContext } from '../../core/context.ts'
import { askerOf } from '../../session/ask-chain.ts'
import { track } from '../../session/notify.ts'
import type { Connected } from '../../session/state/accounts.ts'
import { networksAtom } from '../../session/state/network.ts'
import { record } from '../ledger/ledger.ts'
import { showSent, submit, symbolInEvents } from '../submit/submit.ts'
import { rememberRecipient } from './send-known.ts'
import { contentOf } from './send-review.ts'
import { type Draft, draftAtom, foundAtom, payments, reviewAtom } from './state/send.ts'

export async function confirmSend(context: ModalContext): Promise<void> {
  const { store } = context
  const draft = store.get(draftAtom)
  const review = store.get(reviewAtom)
  if (!draft || review.status !== 'ready') return
  const { quote: shown } = review
  const { chainId } = draft
  const factsOf = (connection: Connected) => toEvent(draft, connection, shown)
  await submit(context, {
    form: payments,
    draft,
    owner: shown.payment.from,
    content: () => contentOf(shown.payment),
    async read() {
      const network = store.get(networksAtom).find(({ id }) => id === chainId)
      if (!network) return 'failed'
      const signal = new AbortController().signal
      const [driver, ask] = await Promise.all([loadSending(network.id), askerOf(context, network, signal)])
      return { driver, ask, quote: await driver.quote(ask, network, shown.payment, false) }
    },
    async ask({ driver, ask, quote }, wallet) {
      const request = driver.agree(shown, quote)
      if (!request) {
        store.set(reviewAtom, { status: 'ready', quote, isChanged: true })
        return 'review'
      }
      const facts = factsOf(wallet.connection)
      track(context, 'SEND_INITIATED', facts)
      const put = ({ method, params }: Quote['request']) => wallet.request(method, params)
      const id = await put(request).then(driver.readId, async (error: unknown) => {
        const isUnknown = error instanceof AirlockError && error.code === 'METHOD_NOT_ALLOWED'
        if (!isUnknown || !driver.signing) throw error
        return driver.signing.send(ask, request, await put(driver.signing.request(request)))
      })
      if (id === undefined) throw new AirlockError('TIMEOUT', { message: 'The wallet named no transaction.' })
      track(context, 'SEND_SUCCESS', facts)
      return () => settle(context, draft, shown.payment, id)
    },
    onTrouble: (message, connection) => track(context, 'SEND_ERROR', { ...factsOf(connection), message }),
  })
}

function settle(context: ModalContext, draft: Draft, payment: Payment, id: string): void {
  const { store } = context
  const { to, asset, units, decimals } = payment
  const found = store.get(foundAtom)
  const name = found.status === 'found' && found.address === to ? found.name : undefined
  rememberRecipient(context, namespaceOf(draft.chainId), { address: to, ...(name && { name }) })
  record(context, draft.chainId, id, 'wallet', {
    operation: 'send',
    to,
    ...(asset === undefined
      ? { value: units.toString() }
      : { moved: { amount: toExactDecimals(units, decimals), label: draft.token?.symbol ?? '', address: asset } }),
  })
  showSent(context, payments, draft, id)
  store.set(foundAtom, { status: 'none' })
}

/** What is counted of a payment. */
const toEvent = ({ chainId, token }: Draft, { accountType }: Connected, { payment }: Quote) => ({
  isSmartAccount: accountType === 'smartAccount',
  network: chainId,
  token: payment.asset === undefined ? symbolInEvents(token?.symbol) : `${chainId}:${payment.asset}`,
  amount: Number(toExactDecimals(payment.units, payment.decimals)),
})
