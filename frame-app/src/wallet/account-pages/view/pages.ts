/** The pages of the account, and the prompts that come after the first screen: they load together. */

export { askToTakeUp } from '../../window/take-up.tsx'
export { DevicesView } from './DevicesView.tsx'
export { ExportView } from './ExportView.tsx'
export { LoginsView } from './LoginsView.tsx'
export { MailedView } from './MailedView.tsx'
export { NewDeviceView } from './NewDeviceView.tsx'
export { RecoveryView } from './RecoveryView.tsx'
export { RotationView } from './RotationView.tsx'
export { SmartAccountView } from './SmartAccountView.tsx'
