/** A backup cannot be made or restored. The message is one French line for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
