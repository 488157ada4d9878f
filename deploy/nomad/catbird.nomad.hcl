# 16 shards of one stream as a batch job.
#   start:   nomad job run deploy/nomad/catbird.nomad.hcl
#   stop:    nomad job stop catbird
#   resume:  nomad job run deploy/nomad/catbird.nomad.hcl
#   sum up:  catbird summary redis://state/orders
job "catbird" {
  type = "batch"

  group "shards" {
    count = 16

    restart {
      attempts = 20
      interval = "1h"
      delay    = "5s"
      mode     = "delay"
    }

    task "catbird" {
      driver       = "docker"
      kill_timeout = "20s"

      config {
        image = "catbird:0.1.0"
        args = [
          "run", "/local/stream.yaml",
          "--shard", "auto/16",
          "--start-at", "auto",
          "--state", "redis://state/orders",
          "--digest", "--json",
        ]
      }

      template {
        destination = "local/stream.yaml"
        data        = <<-EOT
          destination: http
          settings: { url: 'http://sink:7181' }
          template: Online Shop
          seed: 42
          eps: 2000
          limit: 1000000
          from: '2026-01-01'
          delivery: { retryFor: 5m }
        EOT
      }

      resources {
        cpu    = 1000
        memory = 512
      }
    }
  }
}
