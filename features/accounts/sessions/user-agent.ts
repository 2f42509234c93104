/** Browsers in order: the first match counts, because Edge, say, calls itself Chrome and Safari as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\b|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (names: typeof BROWSERS, agent: string) => names.find(([mark]) => mark.test(agent))?.[1]

/** Names a browser in French by its `User-Agent`: `Chrome sur Android`. Repeats nothing of what the caller sent. */
export function browserName(agent: string): string {
  const browser = nameIn(BROWSERS, agent) ?? 'Navigateur inconnu'
  const system = nameIn(SYSTEMS, agent)
  return system === undefined ? browser : `${browser} sur ${system}`
}
