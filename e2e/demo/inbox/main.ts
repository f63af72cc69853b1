/** The inbox on its own page, for when the modal covers the demo page. */
import { readBlock } from '../config.ts'
import { byId, setText } from '../dom.ts'
import { toFailure } from '../page/failure.ts'
import { object, text } from '../parse.ts'
import { applyTheme, readTheme } from '../theme.ts'
import { followEmails } from './emails.ts'

applyTheme(readTheme())
const status = byId('emails-status', HTMLElement)
try {
  const { inboxUrl } = object({ inboxUrl: text })(readBlock(document))
  followEmails(inboxUrl, { list: byId('emails', HTMLElement), status })
} catch (error) {
  setText(status, toFailure(error).text)
}
