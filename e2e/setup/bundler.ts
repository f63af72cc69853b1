/** Installs the bundler that the full tier uses, if it is missing. */
import { install } from '../bundler/alto.ts'

/** Without a network, it cannot be installed. */
export function hasBundler(): boolean {
  try {
    install()
    return true
  } catch {
    return false
  }
}
