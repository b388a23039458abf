#!/bin/sh
# Takes the place of the desktop editor's executable where only the local editor runs.
cd "$(dirname "$0")/../../../.." || exit 1
exec node --import tsx test/support/editor/host/standIn.ts "$@"
