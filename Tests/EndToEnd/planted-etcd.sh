# The faults of a cluster, a part of planted.sh.

fault etcd "a lookup key found unused may be taken meanwhile" Data/Storage/Etcd/EtcdUnit.swift \
    '                + readings.lookups.sorted().map { .unchanged(.under($0), since: snapshot.revision) }' ''
fault etcd "a record that was read may change" Data/Storage/Etcd/EtcdUnit.swift \
    'return readings.modified.sorted { $0.key < $1.key }.map { .modified(folder.key($0), at: $1) }' \
    'return readings.modified.prefix(0).map { .modified(folder.key($0), at: $1) }'
fault etcd "what was carried out is tried again after a lost answer" Data/Storage/Etcd/EtcdUnit.swift \
    'if slotNow.stamps.contains(stamp) { return .carriedOut }' ''
fault etcd "the parts of a unit are read at different moments" Data/Storage/Etcd/EtcdSnapshot.swift \
    '            read.revision = revision
' ''
fault etcd "a watch skips a revision" Data/Storage/Etcd/EtcdRecordStore+Observing.swift \
    'from: observer.revision + 1' 'from: observer.revision + 2'
