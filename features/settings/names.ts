// Names that pages need without the schemas of `contract.ts`, which bring their library with them.

/** What the owner may change without a restart. */
export const SETTING_NAMES = [
  'chatNumber',
  'chatGreeting',
  'phone',
  'instagram',
  'email',
  'videoUrl',
  'socialUrl',
  'microblogUrl',
  'agencyName',
  'agencyUrl',
  'cndpNumber',
  'deliveryText',
  'deliveryDelay',
] as const

export type SettingName = (typeof SETTING_NAMES)[number]

/** Texts that are empty are left out of the pages. */
export type Settings = Readonly<Record<SettingName, string>>
