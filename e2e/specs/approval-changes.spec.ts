/** What an approval says of tokens: the address stands beside what a contract calls itself, in the narrowest frame too. */
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
      for (const [short, whole] of contracts) {
        const address = changes.getByText(short, { exact: true })
        await expect(address).toBeVisible()
        await expect(address).toHaveAttribute('title', whole)
        await expect(changes.getByText(whole, { exact: true })).toHaveCount(1)
      }
      expect(await changes.evaluate(outside)).toEqual([])
    })

/** The text of a list that leaves its box. */
function outside(list: Element): string[] {
  const box = list.getBoundingClientRect()
  return [...list.querySelectorAll('dt, dd, bdi')].flatMap((element) => {
    const { left, right } = element.getBoundingClientRect()
    return left < box.left - 1 || right > box.right + 1 ? [element.textContent] : []
  })
}

const contracts = [
  ['0x5F…180aa3', '0x5FbDB2315678afecb367f032d93F642f64180aa3'],
  ['0x5f…199BB4', '0x5fbDb2315678Afecb367f032D93F642F64199BB4'],
  ['0xe7…3F0512', '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'],
] as const
