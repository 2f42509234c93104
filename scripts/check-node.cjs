// Read by whatever Node there is, also by one that is far too old for everything else here: plain and old JavaScript alone.
// `npm ci` runs it by itself, for npm needs a Node of its own; before a start it is loaded with -r.
'use strict'

var isInstallation = require.main === module
var least = isInstallation ? [20, 0] : [24, 7]
var found = process.versions.node.split('.').map(Number)

if (found[0] < least[0] || (found[0] === least[0] && found[1] < least[1])) {
  process.stderr.write(
    isInstallation
      ? 'Node 20 ou plus récent est nécessaire pour installer la boutique\u00A0; celui-ci est le ' +
          process.versions.node +
          '.\n'
      : 'Node 24.7 ou plus récent est nécessaire\u00A0; celui-ci est le ' +
          process.versions.node +
          '. «\u00A0npm ci\u00A0», sans --ignore-scripts, l’installe ici.\n',
  )
  process.exit(1)
}
