# belfry in an image: node, git (for belfry diff), jq (for policy checks), and the command, run as a user that owns nothing.
# This repository's tests copy what it copies and run belfry from there, but it was not built there, where no Docker
# daemon runs. Build it once before you rely on it:  docker build --tag belfry . && docker run --rm belfry --version

FROM node:24.11.0-bookworm-slim@sha256:76d0ed0ed93bed4f4376211e9d8fddac4d8b3fbdb54cc45955696001a3c91152 AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.json
COPY scripts/bundle.mjs scripts/bundle.mjs
COPY examples/pipelines examples/pipelines
COPY skills skills
COPY schemas schemas
COPY src src
RUN node scripts/bundle.mjs

FROM node:24.11.0-bookworm-slim@sha256:76d0ed0ed93bed4f4376211e9d8fddac4d8b3fbdb54cc45955696001a3c91152
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates git jq \
 && rm -rf /var/lib/apt/lists/* \
 && ln -s /opt/belfry/dist/bin.js /usr/local/bin/belfry
WORKDIR /opt/belfry
# All that it imports is bundled into dist: there are no dependencies to install.
COPY --from=build /build/dist dist
COPY --from=build /build/package.json package.json
COPY sbom.cdx.json LICENSE THIRD-PARTY.txt ./
COPY schemas schemas
# belfry help shows and searches the manual.
COPY docs docs
ENV NODE_ENV=production
WORKDIR /project
# By number, so that Kubernetes can tell that it is not root.
USER 1000:1000
ENTRYPOINT ["belfry"]
CMD ["--help"]
