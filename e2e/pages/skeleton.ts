/**
 * The card that the dialog shows before the frame is ready. No selector reaches into its closed shadow root, so it is
 * found through the accessibility tree and clicked with the real mouse.
 */
import { type ErrorCode, errorText } from '@airlock/protocol/errors.ts'
import { expect, type Page } from '@playwright/test'
import { advice } from '../../host-sdk/src/link/connection.ts'

export function skeletonOn(page: Page) {
  const find = async (role: string, name: string) => {
    const session = await page.context().newCDPSession(page)
    try {
      const { nodes } = await session.send('Accessibility.getFullAXTree')
      const found = nodes.find((node) => node.role?.value === role && String(node.name?.value).includes(name))
      if (found?.backendDOMNodeId === undefined) return undefined
      const { model } = await session.send('DOM.getBoxModel', { backendNodeId: found.backendDOMNodeId })
      const [x = 0, y = 0] = model.border
      return { x, y, width: model.width, height: model.height }
    } finally {
      await session.detach()
    }
  }
  const box = async (name: string) => {
    const found = await find('button', name)
    if (!found) throw new Error(`The card has no button ${name}`)
    return found
  }
  const expectText = (text: string) =>
    expect.poll(async () => (await find('StaticText', text)) !== undefined, { message: text }).toBe(true)
  return {
    expectText,
    hasRole: async (role: string) => (await find(role, '')) !== undefined,
    /** The reason why the frame cannot start: the error's message. */
    expectReason: (code: ErrorCode) => expectText(advice[code] ?? errorText(code)),
    press: async (name: string) => {
      await expect.poll(async () => (await find('button', name)) !== undefined, { message: name }).toBe(true)
      const { x, y, width, height } = await box(name)
      await page.mouse.click(x + width / 4, y + height / 4)
    },
    /** Position of a button in CSS pixels. */
    box,
  }
}
