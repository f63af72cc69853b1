/** The demo phone wallet: acts as a wallet on another device, on its own origin. */
import '@airlock/protocol/jitless.ts'
import { byId, setText } from '../dom.ts'
import { toFailure } from '../page/failure.ts'
import { applyTheme, readTheme } from '../theme.ts'
import { icon } from '../wallet/icon.ts'
import { loadAccounts } from './accounts.ts'
import { parsePhoneConfig } from './config.ts'
import { startKit } from './kit.ts'
import { createPhone } from './phone.ts'
import { createSolana } from './solana.ts'
import { createAccountsView } from './view-accounts.ts'
import { createAppsView } from './view-apps.ts'
import { bindPairing } from './view-pair.ts'
import { bindQuestions } from './view-question.ts'

applyTheme(readTheme())
byId('icon', HTMLImageElement).src = icon

const news = byId('news', HTMLElement)
const say = (state: 'waiting' | 'done' | 'failed', text: string) => {
  news.dataset.state = state
  setText(news, text)
}
void start().catch((error: unknown) => say('failed', toFailure(error).text))

async function start(): Promise<void> {
  const config = parsePhoneConfig(document)
  const accounts = loadAccounts()
  const solana = config.solana && (await createSolana(config.solana))
  const balances = createAccountsView({ accounts, networks: config.networks, solana })
  void balances.draw()
  const kit = await startKit(config.relayUrl)
  let draw = () => {}
  const phone = createPhone({
    kit,
    config,
    accounts,
    solana,
    tell: (text) => say('waiting', text),
    changed: () => draw(),
  })
  const apps = createAppsView(phone)
  draw = () => {
    apps.draw()
    void balances.draw()
  }
  draw()
  bindPairing(phone)
  bindQuestions(phone.questions, (work) => {
    say('waiting', 'One moment…')
    void work.then(
      (text) => say('done', text),
      (error: unknown) => say('failed', toFailure(error).text),
    )
  })
  showConnection(kit)
  // From now on links can be accepted.
  for (const control of document.querySelectorAll('fieldset')) control.disabled = false
}

/** Shows the state of the relay connection, which the kit restores by itself. */
function showConnection({ core: { relayer } }: Awaited<ReturnType<typeof startKit>>): void {
  const offline = byId('offline', HTMLElement)
  const show = () => {
    offline.hidden = relayer.connected || relayer.subscriber.topics.length === 0
  }
  relayer.on('relayer_connect', show)
  relayer.on('relayer_disconnect', show)
}
