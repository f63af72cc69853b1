// On the server too: until the browser takes over, the button is drawn in its final size.
export { Wallet as default } from './wallet'
