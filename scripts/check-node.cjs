// Read by whatever Node there is, also by one that is far too old for everything else here: plain and old JavaScript alone.
// npm runs it when it has installed the packages, and leaves those out that its own Node is too old for, without a word.
// Before a start it is loaded with -r.
'use strict'

var isInstallation = require.main === module
// By now `node` may be the one that was just installed: npm tells which one it runs on.
var ofNpm = isInstallation && /node\/v([\d.]+)/.exec(process.env.npm_config_user_agent || '')
var version = ofNpm ? ofNpm[1] : process.versions.node
var parts = version.split('.').map(Number)

function isAtLeast(major, minor) {
  return parts[0] > major || (parts[0] === major && parts[1] >= minor)
}

function end(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

// As package.json says under `engines`.
if (isInstallation && !(isAtLeast(22, 12) || (parts[0] === 20 && isAtLeast(20, 19))))
  end(
    `Pour installer la boutique, npm a besoin de Node 20.19, de Node 22.12 ou d’un plus récent\u00A0; il tourne sur ${version}.`,
  )
if (!isInstallation && !isAtLeast(24, 7))
  end(
    `Node 24.7 ou plus récent est nécessaire\u00A0; celui-ci est le ${version}. «\u00A0npm ci\u00A0», sans --ignore-scripts, l’installe ici.`,
  )
