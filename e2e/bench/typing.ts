/**
 * Typing an amount in the forms of Send and Swap, while quotes come and go: how long frames are. The floor is a field of a plain document
 * of the same size, typed in the same way.
 */
import type { Frame, Locator } from '@playwright/test'
import { connectedDemo } from '../pages/connected-demo.ts'
import { sendOn } from '../pages/send.ts'
import { swapOn } from '../pages/swap.ts'
import type { Figure } from './figure.ts'
import { framesDuring, longFrameMs, longFramesOf } from './frames.ts'
import { type Session, withContext } from './session.ts'

/** A fast typist. */
const keyEveryMs = 60
const rounds = 8
const typed = '1234.5678901'
const limitMs = 180_000

export const measureTyping = (session: Session): Promise<Figure[]> =>
  withContext(
    session,
    async (context) => {
      const page = await context.newPage()
      const { openAccount } = await connectedDemo(page, session.world)
      const modal = await openAccount()
      const { frame } = modal
      await modal.button('Send').click()
      await modal.expectView('Send')
      const inSend = await type(frame, sendOn(modal).amount)
      await modal.back.click()
      await modal.button('Swap').click()
      await modal.button('Select token').first().click()
      await swapOn(modal).token('USD').click()
      await modal.expectView('Swap')
      const inSwap = await type(frame, swapOn(modal).pays)
      await showPlainField(frame)
      const plain = await type(frame, frame.getByRole('textbox'))
      return [...figuresOf('Send', inSend, plain), ...figuresOf('Swap', inSwap, plain)]
    },
    limitMs,
  )

/** Each round types the amount and takes it away again, key by key. */
const type = (frame: Frame, field: Locator): Promise<number[]> =>
  framesDuring(frame, async () => {
    for (let round = 0; round < rounds; round += 1) {
      await field.pressSequentially(typed, { delay: keyEveryMs })
      for (let key = 0; key < typed.length; key += 1) await field.press('Backspace', { delay: keyEveryMs })
    }
  })

const showPlainField = (frame: Frame): Promise<void> =>
  frame.evaluate(() => document.body.replaceChildren(document.createElement('input')))

const figuresOf = (what: string, ours: readonly number[], plain: readonly number[]): Figure[] => [
  {
    group: 'typing',
    name: `${what}: an amount, longest frame (floor: a plain field)`,
    unit: 'ms',
    ours: Math.max(...ours),
    floor: Math.max(...plain),
    limit: longFrameMs,
    rounds: ours.length,
  },
  {
    group: 'typing',
    name: `${what}: an amount, frames over ${longFrameMs} ms in a thousand`,
    unit: 'frames',
    ours: longFramesOf(ours),
    floor: longFramesOf(plain),
    limit: 0,
    rounds: ours.length,
  },
]
