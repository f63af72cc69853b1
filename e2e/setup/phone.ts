/** The suite's `test` and `expect` with a wallet on another device. Import both from here. */
import { test as base } from '../test.ts'
import { type Phone, type PhoneOptions, startPhone } from '../wallets/phone.ts'

export const test = base.extend<{ phone: Phone; phoneOptions: PhoneOptions }>({
  phoneOptions: [{}, { option: true }],
  phone: async ({ world, phoneOptions }, use) => {
    const phone = await startPhone(world, phoneOptions)
    await use(phone)
    await phone.stop()
  },
})

export { expect } from '../test.ts'
