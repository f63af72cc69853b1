/** Tokens on an approval: the full address is shown beside the symbol, even in the narrowest frame. */
import { expect, test } from '../test.ts'

const sizes = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
] as const

for (const colorScheme of ['light', 'dark'] as const)
  for (const viewport of sizes)
    test(`tokens of the same name are told apart, ${viewport.width} px, ${colorScheme}`, async ({ page, world }) => {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      await page.goto(`${world.origins.modal}/fixtures/approval-gallery.html?state=changes`)
      const changes = page.locator('dl', { hasText: 'Expected changes' }).last()
      await expect(changes.getByText('TST')).toHaveCount(2)
      const addresses = await changes.locator('bdi[data-full]').allTextContents()
      expect(addresses).toEqual(contracts)
      for (const address of contracts) await expect(changes.getByText(address, { exact: true })).toBeVisible()
      expect(await changes.evaluate(outside)).toEqual([])
    })

for (const [state, text] of [
  ['rights', 'This gives others rights'],
  ['solana-rights', 'This gives others rights'],
  ['fails', 'ERC20: transfer amount exceeds balance'],
] as const)
  for (const viewport of sizes)
    test(`${state}: all of it fits, ${viewport.width} px`, async ({ page, world }) => {
      await page.setViewportSize(viewport)
      await page.goto(`${world.origins.modal}/fixtures/approval-gallery.html?state=${state}`)
      const words = page.locator('[data-words]')
      await expect(words).toContainText(text)
      await expect(page.getByRole('checkbox')).toHaveCount(1)
      for (const list of await words.locator('dl').all()) expect(await list.evaluate(outside)).toEqual([])
    })

/** Texts of a list that overflow its box. */
function outside(list: Element): string[] {
  const box = list.getBoundingClientRect()
  return [...list.querySelectorAll('dt, dd, bdi > span')].flatMap((element) => {
    const { left, right } = element.getBoundingClientRect()
    return left < box.left - 1 || right > box.right + 1 ? [element.textContent] : []
  })
}

const contracts = [
  '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  '0x5fbDb2315678Afecb367f032D93F642F64199BB4',
  '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
]
