# The image of a server that runs a business. compose.yaml runs it with all that it needs, compose.demo.yaml tries it.
# Any Debian with nodejs 20.19 or newer will do as the base. docs/operations.md says how the digest is renewed.
ARG BASE=debian:trixie-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f

FROM ${BASE} AS tools
# The Node and npm of Debian fetch the pinned Node, which needs libatomic1, as on a bare machine.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates libatomic1 nodejs npm \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/lib scripts/lib
COPY scripts/install.js scripts/

FROM tools AS production
RUN NODE_ENV=production node scripts/install.js

FROM tools AS build
RUN node scripts/install.js
COPY . .
RUN npm run build

FROM ${BASE}
# The pinned Node needs them.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 libstdc++6 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin yardpack \
  && install --directory --owner=yardpack --group=yardpack --mode=0700 /data /backups /upgrades
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/lib scripts/lib
COPY scripts/backup.js scripts/health-check.js scripts/nightly-backup.sh scripts/restore.js scripts/
COPY scripts/staff-invite.js scripts/staff-reset-factor.js scripts/
COPY --from=production /app/node_modules node_modules
COPY src/contract src/contract
COPY src/domain src/domain
COPY src/sandbox src/sandbox
COPY src/server src/server
COPY --from=build /app/build/client build/client
COPY --from=build /app/build/node build/node
ENV PATH=/app/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data
# A number, so that what starts containers can see that it is not root.
USER 10001:10001
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "scripts/health-check.js"]
# Without a shell or npm in between, so that SIGTERM reaches the server.
CMD ["node", "build/node/main.js"]
