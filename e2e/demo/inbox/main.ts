/** The inbox on its own page, for when the modal covers the demo page. */
import { readBlock } from '../config.ts'
import { byId, setText } from '../dom.ts'
import { toFailure } from '../page/failure.ts'
import { object, text } from '../parse.ts'
import { applyTheme, readTheme } from '../theme.ts'
import { followLetters } from './letters.ts'

applyTheme(readTheme())
const status = byId('letters-status', HTMLElement)
try {
  const { inboxUrl } = object({ inboxUrl: text })(readBlock(document))
  followLetters(inboxUrl, { list: byId('letters', HTMLElement), status })
} catch (error) {
  setText(status, toFailure(error).text)
}
