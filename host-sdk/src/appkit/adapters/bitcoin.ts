/** `@airlock/host-sdk/appkit-adapter-bitcoin`: so that the import resolves and says why it does not work. */
import { AirlockError } from '@airlock/host-sdk'

export class BitcoinAdapter {
  constructor() {
    throw new AirlockError('NOT_AVAILABLE', {
      message: '`BitcoinAdapter` does not work yet: Airlock connects no Bitcoin wallets',
    })
  }
}
