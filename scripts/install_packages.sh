#!/bin/sh
# Installs those of the distribution's packages that are missing, and nothing else.
#   install_packages.sh GROUP…      groups of packages.txt: build, viewer, checks, web
# Needs neither network nor root when nothing is missing.
set -eu
cd "$(dirname "$0")"

names() {
  for group in "$@"; do
    awk -v group="$group" '$1 == group { print $2 }' packages.txt
  done
}

installed() {
  [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

packages=$(names "$@")

if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
  echo "This is not a Debian system, so nothing is installed. Toile needs what these Debian packages contain"
  echo "(vcpkg.json lists the libraries under their vcpkg names):" $packages
  exit 0
fi

missing=
for package in $packages; do
  installed "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
  as_root=
elif command -v sudo >/dev/null 2>&1; then
  as_root=sudo
else
  echo "Missing packages, and neither root nor sudo to install them. As root, run:" >&2
  echo "  apt-get install --no-install-recommends$missing" >&2
  exit 1
fi

apt() {
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 "$@" </dev/null
}

echo "Installing:$missing"
# A fresh machine has no package lists, an old one has stale ones: fetch them only if what is there does not do.
# shellcheck disable=SC2086  # a list of names
apt install --yes --no-install-recommends $missing >/dev/null 2>&1 || {
  apt update
  apt install --yes --no-install-recommends $missing >/dev/null
}
