/** The gateway of the project, if it has one. */

import type { ModalContext } from '../context.ts'
import { optionsAtom } from '../options.ts'
import type { GatewayService } from './gateway-call.ts'

export const hasGateway = ({ project }: ModalContext): boolean => project.gatewayUrl !== undefined

export function gatewayOf({ project, store }: ModalContext): GatewayService | undefined {
  const options = store.get(optionsAtom)
  if (project.gatewayUrl === undefined || !options) return undefined
  return {
    base: project.gatewayUrl,
    projectId: project.projectId,
    sdkVersion: `html-universal-${options.sdkVersion}`,
  }
}
