/** The demo phone wallet in its own tab, as its owner uses it. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { World } from '../world/world.ts'

export type PhonePage = Awaited<ReturnType<typeof openPhone>>

export async function openPhone(context: BrowserContext, world: World) {
  const page = await context.newPage()
  await page.goto(`${world.origins.phone}/`)
  return phoneOn(page)
}

export function phoneOn(page: Page) {
  const question = page.getByRole('dialog')
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
  const account = (number: number) => page.getByRole('listitem').filter({ hasText: `Account ${number}0x` })
  return {
    page,
    button,
    question,
    link: page.getByLabel('Connection link'),
    picture: page.getByLabel('Use a picture of the code'),
    apps: page.getByRole('region', { name: 'Connected apps' }),
    said: (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }),
    address: async (number = 1) => ((await account(number).getByText(/^0x/).textContent()) ?? '') as `0x${string}`,
    async take(link: string) {
      await page.bringToFront()
      await page.getByLabel('Connection link').fill(link)
      await button('Connect').click()
    },
    /** Waits for this question and answers it. */
    async answer(title: string, answer: 'Approve' | 'Decline' = 'Approve') {
      await page.bringToFront()
      await expect(question.getByRole('heading', { name: title })).toBeVisible()
      await question.getByRole('button', { name: answer }).click()
    },
  }
}
